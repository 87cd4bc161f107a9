import { describe, expect, test } from "vitest";
import { readInterests, readSocialLinks } from "./profile-fields.ts";

const github = { label: "GitHub", url: "https://github.com/amina" };

describe("social links", () => {
  test.each([
    ["a list", [github], [github]],
    ["an object", { GitHub: github.url }, [github]],
    ["a list in JSON", JSON.stringify([github]), [github]],
    ["an object in JSON", JSON.stringify({ GitHub: github.url }), [github]],
    ["a list of addresses in JSON", JSON.stringify([github.url]), [{ ...github, label: "github.com" }]],
    ["an address in JSON", JSON.stringify(github.url), [{ ...github, label: "github.com" }]],
    ["an address", github.url, [{ ...github, label: "github.com" }]],
    [
      "addresses on lines and after commas",
      "https://a.example/x\nhttps://www.b.example, http://c.example/y?z=1",
      [
        { label: "a.example", url: "https://a.example/x" },
        { label: "b.example", url: "https://www.b.example" },
        { label: "c.example", url: "http://c.example/y?z=1" },
      ],
    ],
    [
      "an address without a scheme",
      "github.com/amina",
      [{ label: "github.com", url: "https://github.com/amina" }],
    ],
    ["nothing", "", []],
    ["white space", " \n ", []],
    ["an empty object in JSON", "{}", []],
    ["empty addresses", { GitHub: "", X: " " }, []],
  ])("are read from %s", (_case, sent, links) => {
    expect(readSocialLinks(sent)).toEqual(links);
  });

  test.each([
    ["a script", "javascript:alert(1)"],
    ["a script in capitals", "JaVaScRiPt:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["a file", "file:///etc/passwd"],
    ["an address with a name in it", "https://github.com@evil.example"],
    ["a handle", "@amina"],
    ["words", "ask me"],
    ["an address of 301 characters", `https://a.example/${"x".repeat(284)}`],
    ["eleven addresses", Array.from({ length: 11 }, (_, n) => `https://a${n}.example`).join("\n")],
    ["a list of numbers", "[1, 2]"],
    ["a list in a list", "[[]]"],
    ["a label of 61 characters", JSON.stringify({ ["x".repeat(61)]: github.url })],
  ])("that are %s are refused", (_case, sent) => {
    expect(() => readSocialLinks(sent)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });
});

describe("interests", () => {
  test.each([
    ["a list", [" Data ", "Web"], ["Data", "Web"]],
    ["a list in JSON", '["Data","Web"]', ["Data", "Web"]],
    ["text", "Data, Web,, data", ["Data", "Web"]],
    ["nothing", "", []],
    ["an empty list in JSON", "[]", []],
  ])("are read from %s", (_case, sent, interests) => {
    expect(readInterests(sent)).toEqual(interests);
  });

  test.each(["[1]", '[["Data"]]'])("in JSON that are not strings are refused: %s", (sent) => {
    expect(() => readInterests(sent)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  test("may be ten of forty characters", () => {
    const ten = Array.from({ length: 10 }, (_, n) => String(n).repeat(40));
    expect(readInterests(ten)).toEqual(ten);
  });
});
