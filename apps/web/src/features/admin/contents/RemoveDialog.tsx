import type { ReactNode } from "react";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { ConfirmDialog } from "../ConfirmDialog.tsx";

interface RemoveDialogProps {
  content: AdminContent;
  news: ReactNode;
  onClose: () => void;
}

export function RemoveDialog({ content, news, onClose }: RemoveDialogProps) {
  const { actions } = useAdminSource();
  return (
    <ConfirmDialog
      title="Remove this item?"
      confirm="Remove"
      action={() => actions.remove(content)}
      onClose={onClose}
    >
      <p>“{content.title}” leaves Cairn for good. What was decided about it stays in the ledger.</p>
      {news}
    </ConfirmDialog>
  );
}
