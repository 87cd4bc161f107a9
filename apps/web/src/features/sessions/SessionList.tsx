import type { Session } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { serverMessageOr } from "../../lib/api/api-error.ts";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { useSend } from "../../lib/useSend.ts";
import { FailureLine } from "../../ui/Alert.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import { ListRow } from "../../ui/ListRow.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { SkeletonLines } from "../../ui/SkeletonLines.tsx";
import { Row } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { endSession, sessionsQuery } from "./sessions.queries.ts";

/** The user's sessions, with a button to end each except the current one: Logout ends that. */
export function SessionList() {
  const query = useQuery(sessionsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const [ended, setEnded] = useState<Session>();

  useEffect(() => {
    // The row's button is removed with the row.
    if (ended) heading.current?.focus();
  }, [ended]);

  return (
    <Card as="section" pad aria-labelledby="sessions">
      <h2 ref={heading} id="sessions" className={kit.h3} tabIndex={-1}>
        Where you are signed in
      </h2>
      <p className={kit.srOnly} role="status">
        {ended && `Session ended: ${deviceName(ended.user_agent)}`}
      </p>
      <Loaded
        query={query}
        waiting={<SkeletonLines widths={["52%", "44%"]} gap={5} above={5} />}
        failure="Your sessions could not be loaded."
      >
        {(sessions) => (
          <ul>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnded={() => setEnded(session)} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

const failed = "The session could not be ended. Please try again.";

interface SessionRowProps {
  session: Session;
  onEnded: () => void;
}

function SessionRow({ session, onEnded }: SessionRowProps) {
  const { id, current, user_agent, created_at, last_used_at } = session;
  const cache = useQueryClient();
  const { send, isSending, failure } = useSend(serverMessageOr(failed));
  const device = deviceName(user_agent);
  const Icon = isHandheld(user_agent) ? Smartphone : Monitor;

  const end = () =>
    send(async () => {
      await endSession(cache, id);
      onEnded();
    });

  return (
    <ListRow
      lead={<Icon className={kit.muted} size={20} />}
      end={
        !current && (
          <Button
            size="sm"
            aria-label={`End this session: ${device}`}
            working={isSending}
            workingText="Ending..."
            onClick={() => void end()}
          >
            End this session
          </Button>
        )
      }
    >
      <Row as="p" wrap>
        <b>{device}</b>
        {current && <Badge kind="success">This browser</Badge>}
      </Row>
      <Text kind="note">
        {current ? "In use now" : <Used instant={last_used_at} />}, signed in <TimeAgo instant={created_at} />
      </Text>
      <FailureLine text={failure} />
    </ListRow>
  );
}

function Used({ instant }: { instant: string }) {
  return (
    <>
      Last used <TimeAgo instant={instant} />
    </>
  );
}

/** The first match wins: a browser's user agent also names the browsers it derives from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/\biPad\b/, "iPad"],
  [/\biPhone\b/, "iPhone"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const firstOf = (names: readonly [RegExp, string][], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** "Firefox on Windows", from a user agent string, which may be anything or missing. */
export function deviceName(agent: string | null): string {
  const browser = firstOf(browsers, agent ?? "");
  const system = firstOf(systems, agent ?? "");
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : "An unknown browser");
}

export const isHandheld = (agent: string | null) => /\b(iPad|iPhone|Android|Mobile)\b/.test(agent ?? "");
