import type { LikeState } from "@cairn/contract";
import { useRef, useState } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { toast } from "../../ui/toast-store.ts";
import { saveLike } from "./likes.queries.ts";

interface LikeOptions extends LikeState {
  contentId: number;
  /** With the server's own count, after each call. */
  onSaved: (state: LikeState) => Promise<void>;
  /** What the server has now is not known. */
  onFailed: () => void;
}

/**
 * Shows what the reader wants at once and lets the server follow: one call at a time, and none for what was taken
 * back before its turn came.
 */
export function useLike({ contentId, likes, liked, onSaved, onFailed }: LikeOptions) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const goal = useRef(liked);
  const isUnderway = useRef(false);

  async function follow() {
    isUnderway.current = true;
    try {
      let sent: boolean;
      do {
        sent = goal.current;
        await onSaved(await saveLike(contentId, sent));
      } while (goal.current !== sent);
    } catch (error) {
      tell(error, goal.current);
      onFailed();
    }
    isUnderway.current = false;
    setWanted(null);
  }

  function toggle() {
    goal.current = !(isUnderway.current ? goal.current : liked);
    setWanted(goal.current);
    if (!isUnderway.current) void follow();
  }

  const shown = wanted ?? liked;
  return { liked: shown, likes: likes + Number(shown) - Number(liked), toggle };
}

function tell(error: unknown, liked: boolean) {
  // A session that has ended leads to the login screen, which says so.
  if (error instanceof ApiError && error.status === 401) return;
  const what = liked ? "Your like could not be saved." : "Your like could not be taken back.";
  toast(error instanceof Error ? `${what} ${error.message}` : what, { kind: "error" });
}
