import type { Session } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import "../../ui/card.css";
import { deviceName } from "./device-name.ts";
import { SessionRow } from "./SessionRow.tsx";
import "./session-list.css";
import { sessionsQuery } from "./sessions.queries.ts";

/** Where one is signed in, with a way to end each session but this one: that is what Logout is for. */
export function SessionList() {
  const { data: sessions, isPending, refetch } = useQuery(sessionsQuery);
  const signShown = useDelayedFlag(isPending);
  const heading = useRef<HTMLHeadingElement>(null);
  const [ended, setEnded] = useState<Session>();

  useEffect(() => {
    // The row's button is gone with it.
    if (ended) heading.current?.focus();
  }, [ended]);

  return (
    <section className="card panel sessions" aria-labelledby="sessions">
      <h2 ref={heading} id="sessions" className="h3" tabIndex={-1}>
        Where you are signed in
      </h2>
      <p className="sr-only" role="status">
        {ended && `Session ended: ${deviceName(ended.user_agent)}`}
      </p>
      {sessions && (
        <ul>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={() => setEnded(session)} />
          ))}
        </ul>
      )}
      {!sessions && isPending && signShown && <Skeletons />}
      {!sessions && !isPending && (
        <ErrorState title="Your sessions could not be loaded." onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Skeletons() {
  return (
    <div className="grid gap-4 py-4" aria-hidden="true">
      <Skeleton className="h-5 w-[52%]" />
      <Skeleton className="h-5 w-[44%]" />
    </div>
  );
}
