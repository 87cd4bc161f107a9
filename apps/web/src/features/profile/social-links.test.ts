import { describe, expect, test } from "vitest";
import { linesOf, linksIn, linksProblem } from "./profile-values.ts";

const github = { label: "Code", url: "https://github.com/amina" };

describe("typed social links", () => {
  test("are one per line, and keep their labels", () => {
    expect(linesOf([github, { label: "", url: "https://a.example" }])).toBe(
      "https://github.com/amina\nhttps://a.example",
    );
    expect(linksIn("https://github.com/amina\n https://b.example,c.example ", [github])).toEqual([
      github,
      { label: "", url: "https://b.example" },
      { label: "", url: "c.example" },
    ]);
    expect(linksIn(" \n", [github])).toEqual([]);
  });

  test.each(["", "https://github.com/amina", "github.com/amina", "http://a.example/x?y=1\nb.example"])(
    "%j is accepted",
    (text) => {
      expect(linksProblem(text)).toBeUndefined();
    },
  );

  test.each([
    ["javascript:alert(1)", "“javascript:alert(1)” is not a web address."],
    ["github.com/amina @amina", "“@amina” is not a web address."],
    ["https://github.com@evil.example", "“https://github.com@evil.example” is not a web address."],
    [Array.from({ length: 11 }, (_, n) => `a${n}.example`).join("\n"), "Use at most 10 links."],
  ])("%j is refused with: %s", (text, problem) => {
    expect(linksProblem(text)).toBe(problem);
  });

  test("an address may have 300 characters including its scheme", () => {
    const address = `a.example/${"x".repeat(282)}`;
    expect(linksProblem(address)).toBeUndefined();
    expect(linksProblem(`${address}x`)).toContain("is not a web address.");
  });
});
