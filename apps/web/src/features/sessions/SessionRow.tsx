import type { Session } from "@cairn/contract";
import { Monitor, Smartphone } from "lucide-react";
import { useRef, useState } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { deviceName, isHandheld } from "./device-name.ts";
import { useEndSession } from "./sessions.queries.ts";

const failed = "The session could not be ended. Please try again.";

interface SessionRowProps {
  session: Session;
  onEnded: () => void;
}

export function SessionRow({ session, onEnded }: SessionRowProps) {
  const { id, current, user_agent, created_at, last_used_at } = session;
  const [isEnding, setEnding] = useState(false);
  const [problem, setProblem] = useState<string>();
  const underway = useRef(false);
  const endSession = useEndSession();
  const device = deviceName(user_agent);
  const Icon = isHandheld(user_agent) ? Smartphone : Monitor;

  async function end() {
    // Two quick presses come before the button is disabled.
    if (underway.current) return;
    underway.current = true;
    setEnding(true);
    setProblem(undefined);
    try {
      await endSession(id);
      onEnded();
    } catch (error) {
      setProblem((error instanceof ApiError && error.said) || failed);
    }
    setEnding(false);
    underway.current = false;
  }

  return (
    <li className="session">
      <Icon size={20} />
      <div className="session-text">
        <p>
          <b>{device}</b>
          {current && <Badge kind="success">This browser</Badge>}
        </p>
        <p>
          {current ? "In use now" : <Used instant={last_used_at} />}, signed in{" "}
          <TimeAgo instant={created_at} />
        </p>
        {problem && (
          <p className="error-text" role="alert">
            {problem}
          </p>
        )}
      </div>
      {!current && (
        <Button
          size="sm"
          aria-label={`End this session: ${device}`}
          working={isEnding}
          workingText="Ending..."
          onClick={() => void end()}
        >
          End this session
        </Button>
      )}
    </li>
  );
}

function Used({ instant }: { instant: string }) {
  return (
    <>
      Last used <TimeAgo instant={instant} />
    </>
  );
}
