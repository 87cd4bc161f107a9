import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useSession } from "../../lib/session/useSession.ts";
import { AskAgainContext, SourceSwitchContext } from "./admin-source.ts";

// Lazy: an admin needs one of them, and the server says which. Until it has, the code of the usual one loads.
const loadLive = async () => ({ default: (await import("./live/LiveSource.tsx")).LiveSource });
const LiveSource = lazy(loadLive);
const SampleSource = lazy(async () => ({
  default: (await import("./sample/SampleSource.tsx")).SampleSource,
}));

interface AdminSourceProviderProps {
  /**
   * Whether the server granted admin rights to the signed-in user (docs/rules.md#d17). Undefined while that request is
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

/** Live for verified admins, who may look at the sample; the sample for everybody else (docs/rules.md#d18). */
export function AdminSourceProvider(props: AdminSourceProviderProps) {
  const { isVerified, onAskAgain, waiting, children } = props;
  const owner = useSession()?.refreshToken ?? "";
  const [sampleFor, setSampleFor] = useState<string | null>(null);
  const hasSwitched = useRef(false);
  useEffect(() => {
    // What can't be loaded is found missing again when it is rendered.
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
        {isLive ? <LiveSource>{screen}</LiveSource> : <SampleSource>{screen}</SampleSource>}
      </Suspense>
    </SourceSwitchContext>
  );
}
