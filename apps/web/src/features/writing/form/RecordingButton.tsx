import { recordingTypes } from "@cairn/contract";
import { Mic } from "lucide-react";
import { useRef } from "react";
import { type FileRule, recordingSize, takes } from "../../../lib/file-rules.ts";
import { limitText } from "../../../lib/file-text.ts";
import { Button } from "../../../ui/Button.tsx";
import * as kit from "../../../ui/kit.module.css";

const types: Record<string, string> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
};

/** Of the file picker. Some systems know the endings only. */
const accepted = [...recordingTypes, ...Object.keys(types).map((ending) => `.${ending}`)].join(",");

interface RecordingButtonProps {
  /** Bytes that the site takes in pieces; 0: none. */
  recordingMax: number;
  disabled: boolean;
  onRecording: (file: File, rule: FileRule) => void;
}

/** Adds a recording in place of a file; the field for files keeps its four kinds (docs/rules.md#recordings). */
export function RecordingButton({ recordingMax, disabled, onRecording }: RecordingButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const size = recordingSize(recordingMax);

  function choose(file: File) {
    // Browsers differ in what they call these files, so the ending decides; the server reads the bytes.
    const type = types[/\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ""] ?? "";
    const recording = new File([file], file.name, { type, lastModified: file.lastModified });
    onRecording(recording, takes(recordingTypes, "Only MP3, M4A and Ogg recordings can be added.", size));
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) choose(file);
        }}
      />
      <Button size="sm" disabled={disabled} onClick={() => input.current?.click()}>
        <Mic size={15} />
        Add a recording
      </Button>
      <span className={kit.note}>MP3, M4A or Ogg, up to {limitText(size.most)}</span>
    </>
  );
}
