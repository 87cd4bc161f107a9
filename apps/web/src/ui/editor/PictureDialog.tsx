import { limits, trimmed } from "@cairn/contract";
import { useState } from "react";
import { isComposing } from "../../lib/composition.ts";
import { useObjectUrl } from "../../lib/object-url.ts";
import { Button } from "../Button.tsx";
import { CheckboxField } from "../Checkbox.tsx";
import { Dialog } from "../Dialog.tsx";
import { Field } from "../Field.tsx";
import * as kit from "../kit.module.css";
import { Stack } from "../Stack.tsx";
import { TextInput } from "../TextInput.tsx";
import * as css from "./editor.module.css";

interface PictureDialogProps {
  file: File;
  /** An empty text: the picture is decoration. */
  onSend: (alt: string) => void;
  onClose: () => void;
}

/** Asks what a picture shows before it is sent. */
export function PictureDialog({ file, onSend, onClose }: PictureDialogProps) {
  const [alt, setAlt] = useState("");
  const [isDecoration, setDecoration] = useState(false);
  const [problem, setProblem] = useState<string>();
  const url = useObjectUrl(file);

  function send() {
    const words = trimmed(alt).replace(/\s+/g, " ");
    if (isDecoration) onSend("");
    else if (words === "") setProblem("Please say what it shows, or that it is decoration.");
    else onSend(words);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a picture"
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" onClick={send}>
            Add
          </Button>
        </>
      }
    >
      <p>{file.name}</p>
      {url && <img className={css.thumb} src={url} alt="" />}
      <Stack above={4}>
        <Field label="What does it show?" hint="For readers who cannot see it." error={problem}>
          <TextInput
            value={alt}
            maxLength={limits.mediaAltLength}
            disabled={isDecoration}
            onChange={({ currentTarget }) => {
              setAlt(currentTarget.value);
              setProblem(undefined);
            }}
            onKeyDown={(event) => {
              // The form around would take it for its own.
              if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              send();
            }}
          />
        </Field>
        <CheckboxField
          label="It is decoration"
          className={`${kit.row} ${kit.gap2} ${kit.small}`}
          checked={isDecoration}
          onChange={(isChecked) => {
            setDecoration(isChecked);
            setProblem(undefined);
          }}
        />
      </Stack>
    </Dialog>
  );
}
