import type { Comment } from "@cairn/contract";
import { Button } from "../../ui/Button.tsx";
import { CommentBox } from "./CommentBox.tsx";
import { useEditComment } from "./comments.queries.ts";

interface CommentEditorProps {
  contentId: number;
  comment: Comment;
  text: string;
  autoFocus: boolean;
  onType: (text: string) => void;
  onLeave: () => void;
  onChanged: () => void;
}

/** Changes a comment in its place. */
export function CommentEditor(props: CommentEditorProps) {
  const { contentId, comment, text, autoFocus, onType, onLeave, onChanged } = props;
  const edit = useEditComment(contentId, comment.id);
  const isChanged = text.trim() !== comment.body;

  async function save(body: string) {
    if (!isChanged) return onLeave();
    try {
      await edit.mutateAsync(body);
      onLeave();
      onChanged();
    } catch {
      // The mutation holds the error, and the box shows it next to the text.
    }
  }

  return (
    <CommentBox
      label="Edit your comment"
      text={text}
      onType={(words) => {
        edit.reset();
        onType(words);
      }}
      onSend={(body) => void save(body)}
      action="Save"
      workingText="Saving..."
      isWorking={edit.isPending}
      failure={edit.error && { title: "Your change was not saved.", error: edit.error }}
      autoFocus={autoFocus}
      onEscape={() => !isChanged && onLeave()}
    >
      <Button kind="ghost" size="sm" disabled={edit.isPending} onClick={onLeave}>
        Cancel
      </Button>
    </CommentBox>
  );
}
