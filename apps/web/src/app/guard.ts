import { dashboardOf, isRole, messages, type Role, screens } from "@cairn/contract";
import type { Session } from "../lib/session/session.ts";

export type Verdict = { kind: "show" } | { kind: "wait" } | { kind: "go"; to: string; error?: string };

/** Who may see a guarded screen, by what this device has stored (spec section 2, D7). `null`: not read yet. */
export function judge(required: Role | undefined, session: Session | null): Verdict {
  if (required === undefined) return { kind: "show" };
  if (session === null || session.leaving) return { kind: "wait" };
  if (session.role === null) return { kind: "go", to: screens.login, error: messages.loginRequired };
  if (session.role !== required) {
    return { kind: "go", to: isRole(session.role) ? dashboardOf[session.role] : screens.login };
  }
  const lacksToken = required === "User" && session.accessToken === null;
  return lacksToken ? { kind: "go", to: screens.login } : { kind: "show" };
}
