import type { Comment } from "@cairn/contract";
import type { Draft } from "../../lib/forms/useDraft.ts";
import { Button } from "../../ui/Button.tsx";
import { CommentBox, usePosting } from "./CommentBox.tsx";

interface AnswerFormProps {
  contentId: number;
  answered: Comment;
  draft: Draft;
  keep: (draft: Draft | null) => void;
  autoFocus: boolean;
  onPosted: (comment: Comment) => void;
}

/** Answers a comment below it. */
export function AnswerForm({ contentId, answered, draft, keep, autoFocus, onPosted }: AnswerFormProps) {
  const post = usePosting({ contentId, replyTo: answered.id, draft, keep, onPosted });
  return (
    <CommentBox
      label={`Reply to ${answered.user.name}`}
      text={draft.text}
      onType={(text) => {
        post.reset();
        keep({ ...draft, text });
      }}
      onSend={post.send}
      action="Reply"
      workingText="Posting..."
      isWorking={post.isWorking}
      failure={post.error && { title: "Your reply was not posted.", error: post.error }}
      autoFocus={autoFocus}
      offersMembers
      onEscape={() => draft.text.trim() === "" && keep(null)}
    >
      <Button kind="ghost" size="sm" disabled={post.isWorking} onClick={() => keep(null)}>
        Cancel
      </Button>
    </CommentBox>
  );
}
