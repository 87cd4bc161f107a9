import type { Comment } from "@cairn/contract";
import { useState } from "react";
import type { Draft } from "../../lib/forms/useDraft.ts";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";
import { callOrWait, waits } from "../../lib/outbox/call-or-wait.ts";
import { commentAct, usePostComment } from "./comments.queries.ts";

interface Posting {
  contentId: number;
  /** The comment that it answers. */
  replyTo?: number;
  draft: Draft | null;
  keep: (draft: Draft | null) => void;
  onPosted: (comment: Comment) => void;
}

/** What the box of a new comment or answer does. The text stays until the server has it. */
export function usePosting({ contentId, replyTo, draft, keep, onPosted }: Posting) {
  const post = usePostComment(contentId);
  const [error, setError] = useState<Error | null>(null);

  async function send(body: string) {
    const text = draft?.text ?? body;
    const key = draft?.sent?.body === body ? draft.sent.key : newIdempotencyKey();
    keep({ text, sent: { body, key } });
    setError(null);
    try {
      const sent = { body, key, replyTo };
      const comment = await callOrWait(
        () => post.mutateAsync(sent),
        () => commentAct(contentId, sent),
      );
      keep(null);
      // The list shows what waits.
      if (comment !== waits) onPosted(comment);
    } catch (failure) {
      // The box shows it next to the text.
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }

  return {
    send: (body: string) => void send(body),
    isWorking: post.isPending,
    error,
    reset: () => setError(null),
  };
}
