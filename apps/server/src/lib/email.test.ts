import { describe, expect, test } from "vitest";
import { isEmail, normaliseEmail } from "./email.ts";

const stored = (domain: string) => normaliseEmail(`user@${domain}`);
/** A label of so many signs in ASCII, whose only other sign is ü. */
const labelOf = (signs: number) => `ü${"a".repeat(signs - 8)}`;

describe("a domain is stored in its ASCII form (UTS 46):", () => {
  test.each([
    ["münchen.example", "xn--mnchen-3ya.example"],
    ["MÜNCHEN.example", "xn--mnchen-3ya.example"],
    ["mu\u0308nchen.example", "xn--mnchen-3ya.example"],
    ["XN--MNCHEN-3YA.example", "xn--mnchen-3ya.example"],
    ["xn--mnchen-3ya.EXAMPLE", "xn--mnchen-3ya.example"],
    ["faß.example", "xn--fa-hia.example"],
    ["ΣΑΣ.example", "xn--mxa9ab.example"],
    ["ｅｘａｍｐｌｅ.com", "example.com"],
    ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
    ["مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"],
    ["उदाहरण.परीक्षा", "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"],
    ["пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"],
    ["نامه\u200cای.com", "xn--mgba3gch31f060k.com"],
    ["i❤.example", "xn--i-7iq.example"],
    [`${labelOf(63)}.example`, `xn--${"a".repeat(55)}-oxf.example`],
    ["School.Example", "school.example"],
    ["localhost", "localhost"],
    ["mail_1.example", "mail_1.example"],
  ])("%s", (typed, domain) => {
    expect(stored(typed)).toBe(`user@${domain}`);
    expect(stored(domain)).toBe(`user@${domain}`);
    expect(isEmail(`user@${typed}`)).toBe(true);
    expect(isEmail(`user@${domain}`)).toBe(true);
  });
});

describe("no email:", () => {
  test.each([
    ["an empty label", "münchen..example"],
    ["an empty label of ASCII", "school..example"],
    ["a dot at the end", "münchen.example."],
    ["an ideographic dot at the end", "münchen.example。"],
    ["a dot at the end of ASCII", "school.example."],
    ["an A-label that does not decode", "xn--a.example"],
    ["an A-label without a letter", "xn--.example"],
    ["an A-label of a digit alone", "xn--0.pt"],
    ["an A-label of a sign that is not allowed", "xn--a-ecp.example"],
    ["a blank", "mün chen.example"],
    ["a tabulator", "mün\tchen.example"],
    ["a line break", "münchen\n.example"],
    ["a zero byte", "mün\u0000chen.example"],
    ["a joiner between letters that do not join", "a\u200db.example"],
    ["a combining sign at the beginning", "\u0301a.example"],
    ["letters of both directions in one label", "אa.example"],
    ["a control of direction", "\u202emünchen.example"],
    ["a hyphen at the beginning", "-ü.example"],
    ["a hyphen at the end", "ü-.example"],
    ["an underscore beside letters beyond ASCII", "ü_x.example"],
    ["a path", "ü/x.example"],
    ["a full-width stroke", "ü／x.example"],
    ["a question", "ü?.example"],
    ["a port", "ü:80"],
    ["a sign in percent", "ü%41.example"],
    ["digits that become an IP address", "１.２.３"],
    ["an unpaired surrogate", "ü\ud800.example"],
    ["a label that is too long", `${labelOf(64)}.example`],
    ["a domain that is too long", `${Array(5).fill(labelOf(60)).join(".")}.example`],
  ])("%s", (_what, domain) => {
    expect(isEmail(`user@${domain}`)).toBe(false);
    expect(isEmail(stored(domain))).toBe(false);
  });

  test("one that is too long in ASCII alone", () => {
    const typed = `user@${Array(8).fill("ü".repeat(25)).join(".")}`;
    expect(typed.length).toBeLessThan(254);
    expect(isEmail(typed)).toBe(false);
  });
});

test("a local part keeps its letters, small and composed", () => {
  expect(normaliseEmail(" Ju\u0308rgen@MÜNCHEN.example ")).toBe("jürgen@xn--mnchen-3ya.example");
});
