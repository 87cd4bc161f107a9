import { limits, textPictureTypes } from "@cairn/contract";
import { ImagePlus, X } from "lucide-react";
import { useState } from "react";
import { reasonOf } from "../../../lib/api/api-error.ts";
import { mediaSource } from "../../../lib/api/media-source.ts";
import { takes } from "../../../lib/file-rules.ts";
import { useSend } from "../../../lib/useSend.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { FileRow } from "../../../ui/DropZone.tsx";
import { Field } from "../../../ui/Field.tsx";
import { sendCover } from "./cover.queries.ts";
import { FileButton } from "./FileButton.tsx";

const covers = takes(textPictureTypes, "Only PNG, JPEG, WebP, GIF and AVIF pictures can be a cover.", {
  most: limits.textPictureBytes,
  tooLarge: "A picture may have 10 MB at most.",
});

interface CoverFieldProps {
  /** The picture's address; empty: none. */
  value: string;
  isSending: boolean;
  onChange: (address: string) => void;
  /** Called with whether it arrived, before it has: the form is sent with it. */
  onSend: (sent: Promise<boolean>) => void;
}

/** The picture that its author wants cards and shared links to show. */
export function CoverField({ value, isSending, onChange, onSend }: CoverFieldProps) {
  const [problem, setProblem] = useState<string>();
  const { send, isSending: isUploading, failure } = useSend(reasonOf, { keepsFocus: true });
  // Its address holds for two hours, and the form may be older.
  const [failed, setFailed] = useState<string>();

  function choose(file: File) {
    const refusal = covers.problemOf(file);
    setProblem(refusal);
    if (refusal === undefined) onSend(send(async (signal) => onChange(await sendCover(file, signal))));
  }

  return (
    <Field
      label="Cover"
      optional
      hint="A picture for cards and shared links."
      error={problem ?? failure ?? undefined}
    >
      {value === "" ? (
        <FileButton accept={covers.accept} disabled={isSending} isUploading={isUploading} onFile={choose}>
          <ImagePlus size={16} />
          Choose a picture
        </FileButton>
      ) : (
        <FileRow
          preview={
            value !== failed && <img src={mediaSource(value)} alt="" onError={() => setFailed(value)} />
          }
          name="The cover"
          note=""
        >
          <IconButton
            kind="ghost"
            size="sm"
            label="Remove the cover"
            icon={<X size={18} />}
            disabled={isSending}
            onClick={() => onChange("")}
          />
        </FileRow>
      )}
    </Field>
  );
}
