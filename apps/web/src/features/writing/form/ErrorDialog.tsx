import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { texts } from "../writing-texts.ts";

export interface Problem {
  text: string;
  /** More about it, in the server's words. */
  reason?: string;
}

/** What the spec calls an 'Error' alert (D65). */
export function ErrorDialog({ problem, onClose }: { problem: Problem | null; onClose: () => void }) {
  return (
    <Dialog
      open={problem !== null}
      onClose={onClose}
      title={texts.errorTitle}
      actions={
        <Button kind="primary" onClick={onClose}>
          OK
        </Button>
      }
    >
      <p>{problem?.text}</p>
      {problem?.reason && <p>{problem.reason}</p>}
    </Dialog>
  );
}
