import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { useMe } from "../features/auth/me.queries.ts";
import { joinLine } from "../lib/line/line.ts";
import type { OutboxEntry } from "../lib/outbox/entry.ts";
import { type PostSender, serveOutbox } from "../lib/outbox/sender.ts";
import type { Session } from "../lib/session/session.ts";
import { useSession } from "../lib/session/useSession.tsx";
import { toast } from "../ui/toast-store.ts";

/** The refresh token is the one stored value that stays the same for the whole session. */
const ownerOf = (session: Session | null) => session?.refreshToken ?? session?.accessToken ?? undefined;

/**
 * Keeps this tab's live line while somebody is signed in (docs/rules.md#live-line), but not in the sample mode of an
 * unverified admin (docs/rules.md#sample-mode-makes-no-calls). Serves their outbox as well.
 */
export function LiveLine() {
  const session = useSession();
  const { data: me } = useMe();
  const isSample = session?.role === "Admin" && !me?.verified;
  const owner = isSample ? undefined : ownerOf(session);
  const member = session?.userId ?? null;

  const navigate = useNavigate();
  const tellRefused = useEffectEvent(({ kind, label, problem, place }: OutboxEntry) => {
    // The post's card says so.
    if (kind === "post" && window.location.pathname === place) return;
    const action = { label: "Show", onAction: () => void navigate(place) };
    toast(`${label} was not sent. ${problem}`, { kind: "error", action });
  });

  useEffect(() => {
    if (member !== null) return serveOutbox(member, { sendPost, onRefused: (entry) => tellRefused(entry) });
  }, [member]);

  useEffect(() => {
    if (!owner) return;
    let leave: (() => void) | undefined;
    const timer = setTimeout(() => {
      leave = joinLine();
    }, pause);
    return () => {
      clearTimeout(timer);
      leave?.();
    };
  }, [owner]);
  return null;
}

// Lazy: most members have no post to send.
const sendPost: PostSender = async (entry, watch) =>
  (await import("../features/writing/pending/send-post.ts")).sendPost(entry, watch);

/** In milliseconds: the page is shown first. */
const pause = 1_000;
