import { type Comment, screens } from "@cairn/contract";
import { useLocation, useNavigate } from "react-router";
import { useDraft } from "../../lib/forms/useDraft.ts";
import { useLoginState } from "../../lib/session/return-place.ts";
import { useWaiting } from "../../lib/store.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Row } from "../../ui/Stack.tsx";
import { CommentBox, usePosting } from "./CommentBox.tsx";
import type { Reader } from "./comment-list.ts";
import * as css from "./comments.module.css";

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
  const post = usePosting({ contentId, draft, keep, onPosted });
  const navigate = useNavigate();
  const { hash } = useLocation();
  const login = useLoginState({ reason: "Log in to comment.", hash: commentHash });
  const waiting = useWaiting();

  return (
    <Row gap={3} top above={5} id={commentHash.slice(1)} data-waiting={waiting}>
      {reader && <Avatar name={reader.name} photo={reader.photo ?? null} size={36} />}
      <CommentBox
        label="Add a comment"
        offersMembers={reader !== null}
        autoFocus={reader !== null && hash === commentHash}
        text={draft?.text ?? ""}
        onType={(text) => {
          post.reset();
          keep(text === "" ? null : { ...draft, text });
        }}
        onSend={(body) => (reader ? post.send(body) : void navigate(screens.login, { state: login }))}
        actionLink={
          reader === null && (
            <ButtonLink className={css.logIn} size="sm" to={screens.login} state={login} data-needs-app="">
              Log in to comment
            </ButtonLink>
          )
        }
        action="Post"
        workingText="Posting..."
        isWorking={post.isWorking}
        failure={post.error && { title: "Your comment was not posted.", error: post.error }}
      />
    </Row>
  );
}
