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
  [["create", "--help"], { name: "help" }],
  [[], { name: "help" }],
])("%j is understood", (argv, command) => {
  expect(parseCommand(argv)).toEqual(command);
});

test.each([
  [["remove", "a@b.test"], 'There is no command "remove"'],
  [["create"], '"create" needs an e-mail'],
  [["verify", "ada"], '"ada" is no e-mail'],
  [["create", "ada@xn--a.example"], '"ada@xn--a.example" is no e-mail'],
  [["verify", "a@b.test", "c@d.test"], '"verify" takes one e-mail, not "c@d.test" as well'],
  [["verify", "a@b.test", "--role", "User"], '"verify" takes no --role'],
  [["create", "a@b.test", "--role", "Boss"], '--role is one of Admin, TechWriter, User, not "Boss"'],
  [["create", "a@b.test", "--file", "a.zip"], '"create" takes no --file'],
  [["create", "a@b.test", "--colour", "red"], "Unknown option '--colour'"],
  [["create", "a@b.test", "--name"], "Option '--name <value>' argument missing"],
  [["ledger"], '"ledger" is followed by "verify"'],
  [
    ["ledger", "verify", "--head", "7"],
    '--head is the number of a row, a colon and its hash of 64 digits, not "7"',
  ],
  [["list", "--head", "7"], '"list" takes no --head'],
  [["log"], '"log" is followed by "fork", "audit" or "new-key"'],
  [["log", "fork"], "--reason is a text of 1 to"],
  [["log", "audit", "--reason", "why"], '"log audit" takes no --reason'],
  [["log", "audit", "--url", "cairn.example"], "--url is an address such as https://cairn.example"],
  [["links"], '"links" is followed by "run"'],
  [["check", "now"], '"check" takes no "now"'],
  [["list", "all"], '"list" takes no "all"'],
  [["end-demo", "all"], '"end-demo" takes no "all"'],
])("%j is refused with an explanation", (argv, sentence) => {
  expect(() => parseCommand(argv)).toThrow(sentence);
});
