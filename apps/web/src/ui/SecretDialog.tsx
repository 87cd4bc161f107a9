import { Copy } from "lucide-react";
import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import { copyText } from "./copy-text.ts";
import { Dialog } from "./Dialog.tsx";
import * as dialogCss from "./dialog.module.css";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

interface SecretDialogProps {
  title: string;
  label: string;
  secret: string;
  hint?: string;
  onClose: () => void;
}

/** Shows what the server answers only once. */
export function SecretDialog({ title, label, secret, hint, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void copyText(secret)}>
            <Copy size={16} /> Copy
          </Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Alert kind="warn" className={dialogCss.part} text="Copy it now. We don’t show it again." />
      <Field label={label} hint={hint} className={dialogCss.part}>
        <TextInput readOnly value={secret} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Field>
    </Dialog>
  );
}
