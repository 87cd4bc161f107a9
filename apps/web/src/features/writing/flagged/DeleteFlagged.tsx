import type { FlaggedItem } from "@cairn/contract";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useDeleteContent } from "../writing.queries.ts";
import { texts } from "../writing-texts.ts";

interface DeleteFlaggedProps {
  item: FlaggedItem;
  onClose: (isGone: boolean) => void;
}

/** Asks, deletes and says what came of it (spec section 8). */
export function DeleteFlagged({ item, onClose }: DeleteFlaggedProps) {
  const { mutate, isPending, isSuccess, isError } = useDeleteContent();
  const close = () => !isPending && onClose(isSuccess);
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
    <Dialog
      key="sure"
      open
      title={texts.sureTitle}
      onClose={close}
      actions={
        <>
          <Button kind="ghost" disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button kind="danger" working={isPending} workingText="Deleting..." onClick={() => mutate(item.id)}>
            {texts.sureYes}
          </Button>
        </>
      }
    >
      <p>{texts.sure(item.title)}</p>
    </Dialog>
  );
}
