import type { Comment } from "@cairn/contract";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import * as partsCss from "../../ui/parts.module.css";
import { CommentBox } from "./CommentBox.tsx";
import * as css from "./comments.module.css";
import { usePostComment } from "./comments.queries.ts";
import type { Reader } from "./reader.ts";
import { useDraft } from "./useDraft.ts";

interface CommentFormProps {
  contentId: number;
  reader: Reader;
  onPosted: (comment: Comment) => void;
}

export function CommentForm({ contentId, reader, onPosted }: CommentFormProps) {
  const { draft, keep } = useDraft(reader.id, `comment.${contentId}`);
  const post = usePostComment(contentId);

  async function send(body: string) {
    const text = draft?.text ?? body;
    const key = draft?.sent?.body === body ? draft.sent.key : newIdempotencyKey();
    keep({ text, sent: { body, key } });
    try {
      const comment = await post.mutateAsync({ body, key });
      keep(null);
      onPosted(comment);
    } catch {
      // The mutation holds the error, and the box shows it next to the text.
    }
  }

  return (
    <div className={`${css.pair} ${partsCss.top5}`}>
      <Avatar name={reader.name} size={36} />
      <CommentBox
        label="Add a comment"
        text={draft?.text ?? ""}
        onType={(text) => {
          post.reset();
          keep(text === "" ? null : { ...draft, text });
        }}
        onSend={(body) => void send(body)}
        action="Post"
        workingText="Posting..."
        isWorking={post.isPending}
        failure={post.error && { title: "Your comment was not posted.", error: post.error }}
      />
    </div>
  );
}
