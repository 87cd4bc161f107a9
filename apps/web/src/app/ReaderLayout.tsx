import { lazy } from "react";
import { useIsSignedIn, useSession } from "../lib/session/useSession.ts";
import { MemberLayout } from "./MemberLayout.tsx";

// Lazy: most readers are members and visitors, who need neither.
const WriterLayout = lazy(async () => ({ default: (await import("./WriterLayout.tsx")).WriterLayout }));
const AdminFrame = lazy(async () => ({ default: (await import("./AdminFrame.tsx")).AdminFrame }));

/** Layout of the pages that everyone reads: writers and admins keep their own navigation (docs/rules.md#d102). */
export function ReaderLayout() {
  const role = useSession()?.role;
  const isSignedIn = useIsSignedIn();
  if (isSignedIn && role === "TechWriter") return <WriterLayout />;
  if (isSignedIn && role === "Admin") return <AdminFrame />;
  return <MemberLayout />;
}
