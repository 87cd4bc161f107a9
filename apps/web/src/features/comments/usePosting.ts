import type { Comment } from "@cairn/contract";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";
import { usePostComment } from "./comments.queries.ts";
import type { Draft } from "./useDraft.ts";

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

  async function send(body: string) {
    const text = draft?.text ?? body;
    const key = draft?.sent?.body === body ? draft.sent.key : newIdempotencyKey();
    keep({ text, sent: { body, key } });
    try {
      const comment = await post.mutateAsync({ body, key, replyTo });
      keep(null);
      onPosted(comment);
    } catch {
      // The mutation holds the error, and the box shows it next to the text.
    }
  }

  return {
    send: (body: string) => void send(body),
    isWorking: post.isPending,
    error: post.error,
    reset: post.reset,
  };
}
