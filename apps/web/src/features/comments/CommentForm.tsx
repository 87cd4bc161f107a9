import { type Comment, screens } from "@cairn/contract";
import { useLocation, useNavigate } from "react-router";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";
import { useLoginState } from "../../lib/session/return-place.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import * as partsCss from "../../ui/parts.module.css";
import { CommentBox } from "./CommentBox.tsx";
import * as css from "./comments.module.css";
import { usePostComment } from "./comments.queries.ts";
import type { Reader } from "./reader.ts";
import { useDraft } from "./useDraft.ts";

interface CommentFormProps {
  contentId: number;
  /** Null for a visitor, who can type but not send. */
  reader: Reader | null;
  onPosted: (comment: Comment) => void;
}

/** A login that was asked for here returns to the box. */
const commentHash = "#comment";

export function CommentForm({ contentId, reader, onPosted }: CommentFormProps) {
  const { draft, keep } = useDraft(reader ? reader.id : "visitor", `comment.${contentId}`);
  const post = usePostComment(contentId);
  const navigate = useNavigate();
  const { hash } = useLocation();
  const login = useLoginState({ error: "Please log in to comment.", hash: commentHash });

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
    <div className={`${css.pair} ${partsCss.top5}`} id={commentHash.slice(1)}>
      {reader && <Avatar name={reader.name} size={36} />}
      <CommentBox
        label="Add a comment"
        autoFocus={reader !== null && hash === commentHash}
        text={draft?.text ?? ""}
        onType={(text) => {
          post.reset();
          keep(text === "" ? null : { ...draft, text });
        }}
        onSend={(body) => void (reader ? send(body) : navigate(screens.login, { state: login }))}
        actionLink={
          reader === null && (
            <ButtonLink size="sm" to={screens.login} state={login}>
              Log in to comment
            </ButtonLink>
          )
        }
        action="Post"
        workingText="Posting..."
        isWorking={post.isPending}
        failure={post.error && { title: "Your comment was not posted.", error: post.error }}
      />
    </div>
  );
}
