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
  [["ledger", "verify"], { name: "ledger verify" }],
  [["ledger", "verify", "--file", "a.zip"], { name: "ledger verify", file: "a.zip" }],
  [["create", "--help"], { name: "help" }],
  [[], { name: "help" }],
])("%j is understood", (argv, command) => {
  expect(parseCommand(argv)).toEqual(command);
});

test.each([
  [["remove", "a@b.test"], 'There is no command "remove"'],
  [["create"], '"create" needs an e-mail'],
  [["verify", "ada"], '"ada" is no e-mail'],
  [["verify", "a@b.test", "c@d.test"], '"verify" takes one e-mail, not "c@d.test" as well'],
  [["verify", "a@b.test", "--role", "User"], '"verify" takes no --role'],
  [["create", "a@b.test", "--role", "Boss"], '--role is one of Admin, TechWriter, User, not "Boss"'],
  [["create", "a@b.test", "--file", "a.zip"], '"create" takes no --file'],
  [["create", "a@b.test", "--colour", "red"], "Unknown option '--colour'"],
  [["create", "a@b.test", "--name"], "Option '--name <value>' argument missing"],
  [["ledger"], '"ledger" is followed by "verify"'],
  [["list", "all"], '"list" takes no "all"'],
])("%j is refused in words", (argv, sentence) => {
  expect(() => parseCommand(argv)).toThrow(sentence);
});
