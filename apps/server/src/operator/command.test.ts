import { expect, test } from "vitest";
import { parseCommand } from "./command.ts";

test.each([
  [["create", "a@b.test"], { name: "create", email: "a@b.test", role: "User" }],
  [
    ["create", "--role", "tech writer", "a@b.test", "--name=Ada"],
    { name: "create", email: "a@b.test", role: "TechWriter", accountName: "Ada" },
  ],
  [["verify", "a@b.test"], { name: "verify", email: "a@b.test" }],
  [["reset-password", "a@b.test"], { name: "reset-password", email: "a@b.test" }],
  [["list"], { name: "list", role: "Admin" }],
  [["list", "--role", "User"], { name: "list", role: "User" }],
  [["end-demo"], { name: "end-demo" }],
  [["ledger", "verify"], { name: "ledger verify" }],
  [["ledger", "verify", "--file", "a.zip"], { name: "ledger verify", file: "a.zip" }],
  [
    ["ledger", "verify", "--head", `7:${"A0".repeat(32)}`],
    { name: "ledger verify", head: { seq: 7, hash: "a0".repeat(32) } },
  ],
  [["log", "fork", "--reason", " A disk died. "], { name: "log fork", reason: "A disk died." }],
  [["log", "new-key"], { name: "log new-key" }],
  [["log", "audit"], { name: "log audit" }],
  [["log", "audit", "--url", "https://cairn.example"], { name: "log audit", url: "https://cairn.example/" }],
  [["check"], { name: "check" }],
  [["links", "run"], { name: "links run" }],
  [["sign-in", "check", "SCHOOL"], { name: "sign-in check", key: "school" }],
  [["mail", "retry"], { name: "mail retry" }],
  [["mail", "retry", "a@b.test"], { name: "mail retry", email: "a@b.test" }],
  [["create", "--help"], { name: "help" }],
  [[], { name: "help" }],
])("%j is understood", (argv, command) => {
  expect(parseCommand(argv)).toEqual(command);
});

test.each([
  [["remove", "a@b.test"], 'There is no command "remove"'],
  [["create"], '"create" needs an email address'],
  [["verify", "ada"], '"ada" is not an email address'],
  [["create", "ada@xn--a.example"], '"ada@xn--a.example" is not an email address'],
  [["verify", "a@b.test", "c@d.test"], '"verify" accepts one email address, not "c@d.test" as well'],
  [["verify", "a@b.test", "--role", "User"], '"verify" does not accept --role'],
  [["create", "a@b.test", "--role", "Boss"], '--role must be one of Admin, TechWriter, User, not "Boss"'],
  [["create", "a@b.test", "--file", "a.zip"], '"create" does not accept --file'],
  [["create", "a@b.test", "--colour", "red"], "Unknown option '--colour'"],
  [["create", "a@b.test", "--name"], "Option '--name <value>' argument missing"],
  [["ledger"], '"ledger" must be followed by "verify"'],
  [
    ["ledger", "verify", "--head", "7"],
    '--head must be a row number, a colon and a hash of 64 digits, not "7"',
  ],
  [["list", "--head", "7"], '"list" does not accept --head'],
  [["log"], '"log" must be followed by "fork", "audit" or "new-key"'],
  [["log", "fork"], "--reason must be a text of 1 to"],
  [["log", "audit", "--reason", "why"], '"log audit" does not accept --reason'],
  [["log", "audit", "--url", "cairn.example"], "--url must be an address such as https://cairn.example"],
  [["links"], '"links" must be followed by "run"'],
  [["mail", "a@b.test"], '"mail" must be followed by "retry"'],
  [["check", "now"], '"check" does not accept "now"'],
  [["list", "all"], '"list" does not accept "all"'],
  [["end-demo", "all"], '"end-demo" does not accept "all"'],
])("%j is refused with an explanation", (argv, sentence) => {
  expect(() => parseCommand(argv)).toThrow(sentence);
});
