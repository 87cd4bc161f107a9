import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { texts } from "../writing-texts.ts";
import type { Problem } from "./useContentForm.ts";

interface ErrorDialogProps {
  problem: Problem;
  onClose: () => void;
  onSaveDraft: () => void;
  onOmitFile: () => void;
}

/** What the spec calls an 'Error' alert (docs/rules.md#browser-alerts). */
export const ErrorDialog = ({ problem, onClose, onSaveDraft, onOmitFile }: ErrorDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title={texts.errorTitle}
    actions={
      <>
        {problem.lacksFileOnly && <Button onClick={onOmitFile}>Submit without a file</Button>}
        {problem.isForLater && <Button onClick={onSaveDraft}>Save draft</Button>}
        <Button kind="primary" onClick={onClose}>
          OK
        </Button>
      </>
    }
  >
    <p>{problem.text}</p>
    {problem.reason && <p>{problem.reason}</p>}
  </Dialog>
);
