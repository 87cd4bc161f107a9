import { type ReactNode, useRef, useState } from "react";
import { useSession } from "../../lib/session/useSession.ts";
import { AdminSourceContext, AskAgainContext, SourceSwitchContext } from "./admin-source.ts";
import { liveSource } from "./live/live-source.ts";
import { currentSample } from "./sample/sample-source.ts";

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
  // Renders again when the session changes, and with it the sample.
  const owner = useSession()?.refreshToken ?? "";
  const [sampleFor, setSampleFor] = useState<string | null>(null);
  const hasSwitched = useRef(false);
  if (isVerified === undefined) return waiting;

  const isLive = isVerified && sampleFor !== owner;
  const source = isLive ? liveSource : currentSample();
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
  return (
    <SourceSwitchContext value={isVerified ? change : null}>
      {/* The key remounts the screen when the source changes, so nothing opened or typed carries over. */}
      <AdminSourceContext key={source.kind} value={source}>
        <AskAgainContext value={onAskAgain && askAgain}>{children}</AskAgainContext>
      </AdminSourceContext>
    </SourceSwitchContext>
  );
}
