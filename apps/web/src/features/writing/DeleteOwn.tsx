import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useDeleteContent } from "./writing.queries.ts";
import { texts } from "./writing-texts.ts";

interface DeleteOwnProps {
  item: { id: number; title: string; published: boolean };
  onClose: (isGone: boolean) => void;
}

/** Asks for confirmation, deletes and reports the result (docs/evidence/spec-clauses.md#s8-flagged-delete). */
export function DeleteOwn({ item, onClose }: DeleteOwnProps) {
  const { mutate, isPending, isSuccess, isError } = useDeleteContent();
  const close = () => onClose(isSuccess);
  const ok = (
    <Button kind="primary" onClick={close}>
      OK
    </Button>
  );

  if (isSuccess) {
    return (
      <Dialog key="deleted" open title={texts.deletedTitle} onClose={close} actions={ok}>
        <p>{texts.deleted}</p>
      </Dialog>
    );
  }
  if (isError) {
    return (
      <Dialog key="failed" open title={texts.errorTitle} onClose={close} actions={ok}>
        <p>{texts.deleteFailed}</p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={texts.sureTitle}
      confirm={texts.sureYes}
      isWorking={isPending}
      onConfirm={() => mutate(item.id)}
      onClose={close}
    >
      <p>{texts.sure(item.title)}</p>
      {item.published && <p>This also deletes the published version.</p>}
    </ConfirmDialog>
  );
}
