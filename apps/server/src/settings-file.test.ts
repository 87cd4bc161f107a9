import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { ConfigError } from "./config.ts";
import { loadSettingsFile } from "./settings-file.ts";

const folder = mkdtempSync(join(tmpdir(), "cairn-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));
const names = ["CAIRN_TRIED_FIRST", "CAIRN_TRIED_SECOND"] as const;
afterEach(() => {
  for (const name of names) delete process.env[name];
});

const settings = '# Settings\r\nCAIRN_TRIED_FIRST="École"\r\nCAIRN_TRIED_SECOND=5000\r\n';
const firstLine = settings.slice(settings.indexOf("CAIRN"));

function load(bytes: Buffer): (string | undefined)[] {
  const file = join(folder, ".env");
  writeFileSync(file, bytes);
  loadSettingsFile(file);
  return names.map((name) => process.env[name]);
}
const utf16 = (text: string) => Buffer.from(text, "utf16le");

describe("a .env is read", () => {
  test.each([
    ["in UTF-8", Buffer.from(settings)],
    ["in UTF-8 with a byte order mark", Buffer.from(`\ufeff${settings}`)],
    ["with a byte order mark right before the first setting", Buffer.from(`\ufeff${firstLine}`)],
    ["in UTF-16, as PowerShell writes it", utf16(`\ufeff${settings}`)],
    ["in UTF-16 with the other order of bytes", utf16(`\ufeff${settings}`).swap16()],
  ])("%s", (_what, bytes) => {
    expect(load(bytes)).toEqual(["École", "5000"]);
  });

  test("unless the environment has the setting", () => {
    process.env.CAIRN_TRIED_FIRST = "";
    expect(load(Buffer.from(settings))).toEqual(["", "5000"]);
  });

  test("when it is empty, or only a byte order mark", () => {
    expect(load(Buffer.from(""))).toEqual([undefined, undefined]);
    expect(load(Buffer.from("\ufeff"))).toEqual([undefined, undefined]);
  });
});

describe("a .env is refused in one line that says what to do", () => {
  test.each([
    ["in UTF-16 without a byte order mark", utf16(settings)],
    ["in UTF-16 with the other order of bytes and no mark", utf16(settings).swap16()],
    ["in UTF-32", Buffer.concat([...`\ufeff${settings}`].map((sign) => Buffer.from(`${sign}\0`, "utf16le")))],
  ])("%s", (_what, bytes) => {
    expect(() => load(bytes)).toThrow(ConfigError);
    expect(() => load(bytes)).toThrow(/^[^\n]*\.env is not written in UTF-8: save it again [^\n]*UTF-8$/);
    expect(names.map((name) => process.env[name])).toEqual([undefined, undefined]);
  });
});

test.each([
  ["a second byte order mark", "\ufeff\ufeff", "U+FEFF"],
  ["a space of a web page", "\u00a0", "U+00A0"],
  ["a sign without width", "\u200b", "U+200B"],
])("a .env with %s before a name is refused in one line that shows the sign", (_what, sign, shown) => {
  const bytes = Buffer.from(`${sign}${firstLine}`);
  expect(() => load(bytes)).toThrow(ConfigError);
  expect(() => load(bytes)).toThrow(
    `.env has a setting with signs in its name that no setting has: ${shown}CAIRN`,
  );
});

test("without a .env nothing is read", () => {
  loadSettingsFile(join(folder, "absent"));
  expect(names.map((name) => process.env[name])).toEqual([undefined, undefined]);
});
