import type { Role } from "@cairn/contract";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useSession } from "../lib/session/useSession.ts";
import { judge } from "./guard.ts";
import { LoadingScreen } from "./LoadingScreen.tsx";

interface RoleGuardProps {
  /** Undefined lets everyone pass. */
  required: Role | undefined;
  children: ReactNode;
}

/** For convenience only, not security: the server checks every call itself (docs/rules.md#d13). */
export function RoleGuard({ required, children }: RoleGuardProps) {
  const verdict = judge(required, useSession());
  if (verdict.kind === "wait") return <LoadingScreen />;
  if (verdict.kind === "go") {
    return <Navigate to={verdict.to} state={{ error: verdict.error }} replace />;
  }
  return children;
}
