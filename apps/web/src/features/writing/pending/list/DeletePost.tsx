import { useSend } from "../../../../lib/useSend.ts";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { hasArrived, type PendingPost } from "../pending-post.ts";
import { deletePost } from "../save-post.ts";

const notDeleted = "The post was not deleted, because this browser did not change its storage. Try again.";

interface DeletePostProps {
  post: PendingPost;
  onClose: (isGone: boolean) => void;
}

/** Asks first: a post that is only on this device has no other copy. */
export function DeletePost({ post, onClose }: DeletePostProps) {
  const { send, isSending, failure } = useSend(() => notDeleted);

  async function confirm() {
    if (await send(() => deletePost(post))) onClose(true);
  }

  return (
    <ConfirmDialog
      title="Delete this post?"
      confirm="Delete"
      isWorking={isSending}
      error={failure}
      onConfirm={() => void confirm()}
      onClose={() => onClose(false)}
    >
      <p>{consequence(post)}</p>
    </ConfirmDialog>
  );
}

function consequence(post: PendingPost) {
  const { title, sending } = post;
  if (hasArrived(post)) return `“${title}” will be deleted from this device. The reviewers keep their copy.`;
  if (sending) return `“${title}” will be deleted from this device. Reviewers may already have it.`;
  return `“${title}” is on this device only. You cannot undo this.`;
}
