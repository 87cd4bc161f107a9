import type { JoiningRule } from "@cairn/contract";
import { domainOf } from "../../lib/email.ts";

/**
 * Who may open an account (docs/rules.md#who-may-join). A valid invitation lets in whatever the rule is; one that is not
 * valid never does. The rule holds for every way in: the registration form and every provider.
 */
export interface Applicant {
  /** In the form in which emails are stored. */
  readonly email: string;
  readonly invitation: "none" | "valid" | "invalid";
}

interface Rules {
  readonly joining: JoiningRule;
  readonly domains: readonly string[];
}

export type JoiningRefusal = "joining_closed" | "domain_not_allowed" | "invitation_invalid";

/** `wait`: an admin has to approve the account first. */
export function decideJoining(
  { joining, domains }: Rules,
  { email, invitation }: Applicant,
): "enter" | "wait" | JoiningRefusal {
  if (invitation === "invalid") return "invitation_invalid";
  if (invitation === "valid") return "enter";
  switch (joining) {
    case "open":
      return "enter";
    case "approval":
      return "wait";
    case "invitation":
      return "joining_closed";
    case "domains":
      return domains.includes(domainOf(email)) ? "enter" : "domain_not_allowed";
  }
}
