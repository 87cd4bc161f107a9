import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Outlet } from "react-router";
import { AskAgainContext, SourceSwitchContext } from "../features/admin/admin-calls.ts";
import { useMe } from "../features/auth/me.queries.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { useSession } from "../lib/session/useSession.tsx";
import { AdminLoading } from "../pages/admin/AdminLoading.tsx";
import { adminFrame } from "./admin-frame.ts";
import { PersonFrame } from "./PersonFrame.tsx";

export function AdminLayout() {
  return (
    <PersonFrame of="Admin" parts={adminFrame}>
      <AdminScreen />
    </PersonFrame>
  );
}

function AdminScreen() {
  const { data: me, isLoading, isLoadingError, refetch } = useMe();
  // Trust the server's answer, never the role stored on the device (docs/rules.md#guards-protect-nothing).
  const isVerified = isLoading ? undefined : me?.role === "Admin" && me.verified;
  return (
    <AdminCallsProvider
      isVerified={isVerified}
      onAskAgain={isLoadingError ? () => void refetch() : null}
      waiting={<AdminLoading />}
    >
      <Suspense fallback={<AdminLoading />}>
        <Outlet />
      </Suspense>
    </AdminCallsProvider>
  );
}

// Lazy: an admin needs one of them, and the server says which. Until it has, the code of the usual one loads.
const loadLive = () => import("../features/admin/live/LiveCalls.tsx");
const LiveCalls = lazyNamed(loadLive, "LiveCalls");
const SampleCalls = lazyNamed(() => import("../features/admin/sample/SampleCalls.tsx"), "SampleCalls");

interface AdminCallsProviderProps {
  /**
   * Whether the server granted admin rights to the signed-in user (docs/rules.md#roles-and-grants). Undefined while that request is
   * in flight.
   */
  isVerified: boolean | undefined;
  /**
   * Retries the request after a failure; until it succeeds, a verified admin sees the sample. Null if it did not fail.
   */
  onAskAgain: (() => void) | null;
  /** Shown while `isVerified` is undefined. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Live for verified admins, who may look at the sample; the sample for everybody else (docs/rules.md#sample-and-live-data). */
function AdminCallsProvider(props: AdminCallsProviderProps) {
  const { isVerified, onAskAgain, waiting, children } = props;
  const owner = useSession()?.refreshToken ?? "";
  const [sampleFor, setSampleFor] = useState<string | null>(null);
  const hasSwitched = useRef(false);
  useEffect(() => {
    // A failed load surfaces when the component renders.
    loadLive().catch(() => {});
  }, []);
  if (isVerified === undefined) return waiting;

  const isLive = isVerified && sampleFor !== owner;
  const change = {
    onSwitch: () => {
      hasSwitched.current = true;
      setSampleFor(isLive ? owner : null);
    },
    takeFocus: () => {
      const takes = hasSwitched.current;
      hasSwitched.current = false;
      return takes;
    },
  };
  const askAgain = () => {
    hasSwitched.current = true;
    onAskAgain?.();
  };
  const screen = <AskAgainContext value={onAskAgain && askAgain}>{children}</AskAgainContext>;
  return (
    <SourceSwitchContext value={isVerified ? change : null}>
      <Suspense fallback={waiting}>
        {/* Two elements: the screen remounts when the source changes, so nothing opened or typed carries over. */}
        {isLive ? <LiveCalls>{screen}</LiveCalls> : <SampleCalls>{screen}</SampleCalls>}
      </Suspense>
    </SourceSwitchContext>
  );
}
