import { type ReactNode, useRef, useState } from "react";
import { useSession } from "../../lib/session/useSession.ts";
import { AdminSourceContext, AskAgainContext, SourceSwitchContext } from "./admin-source.ts";
import { liveSource } from "./live/live-source.ts";
import { currentSample } from "./sample/current-sample.ts";

interface AdminSourceProviderProps {
  /** Whether the server gave the person signed in an admin's grant (D17). Undefined while that is asked. */
  isVerified: boolean | undefined;
  /** Where the asking failed: whoever is verified sees the sample until it succeeds. */
  onAskAgain: (() => void) | null;
  /** Meanwhile. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Live for verified admins, who may look at the sample; the sample for everybody else (D18). */
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
      {/* Another source is another screen: nothing opened or typed in one goes over to the other. */}
      <AdminSourceContext key={source.kind} value={source}>
        <AskAgainContext value={onAskAgain && askAgain}>{children}</AskAgainContext>
      </AdminSourceContext>
    </SourceSwitchContext>
  );
}
