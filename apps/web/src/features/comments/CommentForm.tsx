import type { Comment } from "@cairn/contract";
import { Avatar } from "../../ui/Avatar.tsx";
import * as partsCss from "../../ui/parts.module.css";
import { CommentBox } from "./CommentBox.tsx";
import * as css from "./comments.module.css";
import type { Reader } from "./reader.ts";
import { useDraft } from "./useDraft.ts";
import { usePosting } from "./usePosting.ts";

interface CommentFormProps {
  contentId: number;
  reader: Reader;
  onPosted: (comment: Comment) => void;
}

export function CommentForm({ contentId, reader, onPosted }: CommentFormProps) {
  const { draft, keep } = useDraft(reader.id, `comment.${contentId}`);
  const post = usePosting({ contentId, draft, keep, onPosted });

  return (
    <div className={`${css.pair} ${partsCss.top5}`}>
      <Avatar name={reader.name} size={36} />
      <CommentBox
        label="Add a comment"
        offersMembers
        text={draft?.text ?? ""}
        onType={(text) => {
          post.reset();
          keep(text === "" ? null : { ...draft, text });
        }}
        onSend={post.send}
        action="Post"
        workingText="Posting..."
        isWorking={post.isWorking}
        failure={post.error && { title: "Your comment was not posted.", error: post.error }}
      />
    </div>
  );
}
