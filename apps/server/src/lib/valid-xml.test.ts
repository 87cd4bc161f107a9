import { expect, test } from "vitest";
import { validXml } from "./valid-xml.ts";

test("only characters that XML forbids are removed, including unpaired surrogates", () => {
  const kept = "\t\n\r a\u007f\u0085é\ud7ff\ue000\ufffd\u{10000}🪨\u{10ffff}";
  expect(validXml(kept)).toBe(kept);
  const never = [
    "\0",
    "\u0001",
    "\u0008",
    "\u000b",
    "\u000c",
    "\u001f",
    "\ufffe",
    "\uffff",
    "\ud800",
    "\udfff",
  ];
  for (const character of never) expect(validXml(`a${character}b`)).toBe("ab");
});
