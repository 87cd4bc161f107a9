import { expect, test } from "vitest";
import { refusalOfErasing } from "./erasing.policy.ts";

const granted = new Date();
const [verified, unverified] = [{ verifiedAt: granted }, { verifiedAt: null }];
const [nobody, anAdmin, aVerifiedAdmin] = [
  { isAdminLeft: false, isVerifiedLeft: false },
  { isAdminLeft: true, isVerifiedLeft: false },
  { isAdminLeft: true, isVerifiedLeft: true },
];

test.each([
  ["a member", { role: "User", ...unverified }, nobody, null],
  ["a writer", { role: "TechWriter", ...unverified }, nobody, null],
  ["the only admin", { role: "Admin", ...unverified }, nobody, /only admin/],
  ["an admin beside another", { role: "Admin", ...unverified }, anAdmin, null],
  ["the only verified admin", { role: "Admin", ...verified }, anAdmin, /only verified admin/],
  ["a verified admin beside another", { role: "Admin", ...verified }, aVerifiedAdmin, null],
] as const)("%s is erased unless nobody could decide then", (_who, account, others, refusal) => {
  const said = refusalOfErasing({ ...account, active: true }, others);
  if (refusal === null) expect(said).toBeNull();
  else expect(said).toMatch(refusal);
});
