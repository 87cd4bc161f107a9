import type { ReactNode } from "react";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { ConfirmDialog } from "../ConfirmDialog.tsx";

interface ApproveDialogProps {
  content: AdminContent;
  news: ReactNode;
  onClose: () => void;
}

/** Asked only while somebody else reads the item: they are told at once that it is decided. */
export function ApproveDialog({ content, news, onClose }: ApproveDialogProps) {
  const { actions } = useAdminSource();
  return (
    <ConfirmDialog
      title="Approve it yourself?"
      confirm="Approve"
      kind="primary"
      action={() => actions.approve(content)}
      onClose={onClose}
    >
      <p>“{content.title}”</p>
      {news}
    </ConfirmDialog>
  );
}
