import { type LikeState, screens } from "@cairn/contract";
import { CloudUpload, ThumbsUp } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { waits } from "../../lib/outbox/call-or-wait.ts";
import { useUnsent, waitingText } from "../../lib/outbox/unsent.ts";
import { useLoginState } from "../../lib/session/return-place.ts";
import { readTabItem, writeTabItem } from "../../lib/storage.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { toast } from "../../ui/toast-store.ts";
import { aboutLike, saveLike } from "./likes.queries.ts";

/** The id of a post that a visitor wanted to like, in this tab: it is liked once they come back from the log-in. */
const wantedLike = "likeWanted";

/** Its accessible name says what it does and how many likes there are. */
export function LikeButton({ className, ...props }: LikeOptions & { className?: string }) {
  const { likes, liked, isWaiting, toggle } = useLike(props);
  const giveWanted = useEffectEvent(() => {
    if (readTabItem(wantedLike) !== String(props.contentId)) return;
    writeTabItem(wantedLike, null);
    if (!liked) toggle();
  });
  useEffect(() => giveWanted(), []);
  return (
    <Button className={className} kind="ghost" size="sm" aria-pressed={liked} onClick={toggle}>
      <Label action="Like" likes={likes} />
      {isWaiting && (
        <>
          <CloudUpload size={14} />
          <span className={kit.srOnly}>. {waitingText}</span>
        </>
      )}
    </Button>
  );
}

interface LikeLinkProps {
  contentId: number;
  likes: number;
  className?: string | undefined;
}

/** For visitors: a link to the login screen in place of the button. */
export function LikeLink({ contentId, likes, className }: LikeLinkProps) {
  const state = useLoginState({ reason: "Log in to like this post." });
  return (
    <ButtonLink
      className={className}
      kind="ghost"
      size="sm"
      to={screens.login}
      state={state}
      data-needs-app=""
      onClick={() => writeTabItem(wantedLike, String(contentId))}
    >
      <Label action="Log in to like" likes={likes} />
    </ButtonLink>
  );
}

function Label({ action, likes }: { action: string; likes: number }) {
  return (
    <>
      <ThumbsUp size={16} />
      <span className={kit.srOnly}>{action}: </span>
      {likes}
    </>
  );
}

interface LikeOptions extends LikeState {
  contentId: number;
  /** Called with the server's own count after each call. */
  onSaved: (state: LikeState) => Promise<void>;
  /** The server's state is unknown. */
  onFailed: () => void;
}

/**
 * Shows the reader's choice immediately and syncs it to the server: one call at a time, and none for a choice that was
 * reverted before its turn.
 */
function useLike({ contentId, likes, liked, onSaved, onFailed }: LikeOptions) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  // The last choice that the server does not know yet.
  const unsent = useUnsent(aboutLike(contentId)).findLast(({ state }) => state !== "refused");
  const known = unsent ? unsent.method === "PUT" : liked;
  const goal = useRef(known);
  const isInFlight = useRef(false);

  async function follow() {
    isInFlight.current = true;
    try {
      let sent: boolean;
      do {
        sent = goal.current;
        const state = await saveLike(contentId, sent);
        if (state !== waits) await onSaved(state);
      } while (goal.current !== sent);
    } catch (error) {
      tell(error, goal.current);
      onFailed();
    }
    isInFlight.current = false;
    setWanted(null);
  }

  function toggle() {
    goal.current = !(isInFlight.current ? goal.current : known);
    setWanted(goal.current);
    if (!isInFlight.current) void follow();
  }

  const shown = wanted ?? known;
  const isWaiting = unsent !== undefined && wanted === null;
  return { liked: shown, likes: likes + Number(shown) - Number(liked), isWaiting, toggle };
}

function tell(error: unknown, liked: boolean) {
  // An ended session leads to the login screen, which says so.
  if (error instanceof ApiError && error.status === 401) return;
  const what = liked ? "Your like could not be saved." : "Your like could not be taken back.";
  toast(error instanceof Error ? `${what} ${error.message}` : what, { kind: "error" });
}
