import { expect, test } from "vitest";
import { decideJoining } from "./joining.policy.ts";

const domains = ["school.example"];
const pupil = "pupil@school.example";
const stranger = "stranger@elsewhere.example";

test.each([
  ["open", stranger, "none", "enter"],
  ["open", stranger, "valid", "enter"],
  ["open", stranger, "invalid", "invitation_invalid"],
  ["domains", pupil, "none", "enter"],
  ["domains", stranger, "none", "domain_not_allowed"],
  ["domains", "pupil@sub.school.example", "none", "domain_not_allowed"],
  ["domains", "pupil@myschool.example", "none", "domain_not_allowed"],
  ["domains", stranger, "valid", "enter"],
  ["domains", pupil, "invalid", "invitation_invalid"],
  ["approval", pupil, "none", "wait"],
  ["approval", stranger, "valid", "enter"],
  ["approval", stranger, "invalid", "invitation_invalid"],
  ["invitation", pupil, "none", "joining_closed"],
  ["invitation", stranger, "valid", "enter"],
  ["invitation", stranger, "invalid", "invitation_invalid"],
] as const)(
  "where joining is %s, %s with an invitation that is %s: %s",
  (joining, email, invitation, decision) => {
    expect(decideJoining({ joining, domains }, { email, invitation })).toBe(decision);
  },
);
