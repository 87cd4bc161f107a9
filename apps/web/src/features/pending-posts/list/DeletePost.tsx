import { useState } from "react";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { hasArrived, type PendingPost } from "../pending-post.ts";
import { deletePost } from "../save-post.ts";

interface DeletePostProps {
  post: PendingPost;
  onClose: (isGone: boolean) => void;
}

/** Asks first: a post that is only on this device has no other copy. */
export function DeletePost({ post, onClose }: DeletePostProps) {
  const [isDeleting, setDeleting] = useState(false);

  async function confirm() {
    setDeleting(true);
    await deletePost(post);
    onClose(true);
  }

  return (
    <ConfirmDialog
      title="Delete this post?"
      confirm="Delete"
      isWorking={isDeleting}
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
