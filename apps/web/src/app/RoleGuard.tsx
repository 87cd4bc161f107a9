import { dashboardOf, isRole, loginPath, messages, openScreens, type Role, screens } from "@cairn/contract";
import type { ReactNode } from "react";
import { matchPath, Navigate, useLocation } from "react-router";
import { isSignedIn, type Session } from "../lib/session/session.ts";
import { useSession } from "../lib/session/useSession.tsx";
import { currentSite } from "../lib/site.ts";
import * as css from "../shells/loading-screen.module.css";
import * as kit from "../ui/kit.module.css";
import { LoadingLine } from "../ui/LoadingLine.tsx";

interface RoleGuardProps {
  /** Undefined lets everyone pass. */
  required: Role | undefined;
  children: ReactNode;
}

/** For convenience only, not security: the server checks every call itself (docs/rules.md#guards-protect-nothing). */
export function RoleGuard({ required, children }: RoleGuardProps) {
  const verdict = judge(required, useSession(), useClosedPlace());
  if (verdict.kind === "wait") return <LoadingScreen />;
  if (verdict.kind === "go") {
    return <Navigate to={verdict.to} state={{ error: verdict.error }} replace />;
  }
  return children;
}

type Verdict = { kind: "show" } | { kind: "wait" } | { kind: "go"; to: string; error?: string };

/**
 * Decides from the stored session who may see a guarded screen (docs/evidence/spec-clauses.md#s2-guards, docs/rules.md#dashboards), and
 * who may see `closed`, a place of a site for members only (docs/rules.md#members-only). A null session has not been read
 * yet.
 */
export function judge(
  required: Role | undefined,
  session: Session | null,
  closed: string | null = null,
): Verdict {
  if (closed !== null && session !== null && !session.leaving && !isSignedIn(session))
    return { kind: "go", to: loginPath(closed) };
  if (required === undefined) return { kind: "show" };
  if (session === null || session.leaving) return { kind: "wait" };
  if (session.role === null) return { kind: "go", to: screens.login, error: messages.loginRequired };
  if (session.role !== required) {
    return { kind: "go", to: isRole(session.role) ? dashboardOf[session.role] : screens.login };
  }
  const lacksToken = required === "User" && session.accessToken === null;
  return lacksToken ? { kind: "go", to: screens.login } : { kind: "show" };
}

/** This place of the site, where it is for members only and not open to visitors; else null. */
function useClosedPlace(): string | null {
  const { pathname, search, hash } = useLocation();
  if (currentSite().audience === "everyone") return null;
  return openScreens.some((path) => matchPath(path, pathname)) ? null : pathname + search + hash;
}

/** Shown until the screen's code has loaded or the role is known. */
export function LoadingScreen() {
  return (
    <main id="main" className={`${kit.stack} ${css.main}`} tabIndex={-1}>
      <LoadingLine text={messages.loading} />
    </main>
  );
}
