import type { Comment } from "@cairn/contract";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useFocusAfterFailure } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useDeleteComment } from "./comments.queries.ts";

interface DeleteCommentProps {
  contentId: number;
  comment: Comment;
  onDeleted: () => void;
}

export function DeleteComment({ contentId, comment, onDeleted }: DeleteCommentProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteComment(contentId, comment.id);
  const button = useFocusAfterFailure(remove.error);
  const isOwn = comment.can.edit;

  function ask() {
    remove.reset();
    setAsking(true);
  }

  async function confirm() {
    try {
      await remove.mutateAsync();
      // The page behind the dialog cannot take the focus while it is open, so close it first.
      setAsking(false);
      onDeleted();
    } catch {
      // The mutation holds the error, and the dialog shows it.
    }
  }

  return (
    <>
      <IconButton
        kind="ghost"
        size="sm"
        label={isOwn ? "Delete your comment" : `Delete the comment of ${comment.user.name}`}
        icon={<Trash2 size={15} />}
        working={remove.isPending && !isAsking}
        onClick={ask}
      />
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this comment?"
        actions={
          <>
            <Button kind="ghost" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button
              ref={button}
              kind="danger"
              working={remove.isPending}
              workingText="Deleting..."
              onClick={() => void confirm()}
            >
              Delete
            </Button>
          </>
        }
      >
        <p>
          {isOwn ? "Your comment" : `The comment of ${comment.user.name}`} will be gone for everybody. This
          cannot be undone.
        </p>
        {remove.error && (
          <Alert kind="danger">
            <p>{remove.error.message}</p>
          </Alert>
        )}
      </Dialog>
    </>
  );
}
