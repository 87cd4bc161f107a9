import { limits, recordingTypes } from "@cairn/contract";
import { Mic } from "lucide-react";
import { useRef } from "react";
import { type FileRule, recordingSize, takes } from "../../../lib/file-rules.ts";
import { limitText } from "../../../lib/file-text.ts";
import { Button } from "../../../ui/Button.tsx";
import * as kit from "../../../ui/kit.module.css";

const filmType = "video/mp4";
const types: Record<string, string> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
};

/** Of the file picker. Some systems know the endings only. */
const endings = Object.keys(types).map((ending) => `.${ending}`);

const withoutFilms = { kinds: recordingTypes, refusal: "Only MP3, M4A and Ogg recordings can be added." };
const withFilms = {
  kinds: [filmType, ...recordingTypes],
  refusal: "Only MP4 films, and MP3, M4A and Ogg recordings can be added.",
};

interface RecordingButtonProps {
  /** Bytes that the site takes in pieces; 0: none. */
  recordingMax: number;
  disabled: boolean;
  onRecording: (file: File, rule: FileRule) => void;
}

/**
 * Adds a recording in place of a file, or a film that is longer than the field for files takes: that keeps its four kinds and its
 * 50 MB (docs/rules.md#recordings, docs/rules.md#long-recordings).
 */
export function RecordingButton({ recordingMax, disabled, onRecording }: RecordingButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const size = recordingSize(recordingMax);
  const takesFilms = recordingMax > limits.uploadBytes;
  const { kinds, refusal } = takesFilms ? withFilms : withoutFilms;

  function choose(file: File) {
    // Browsers differ in what they call these files, so the ending decides; the server reads the bytes.
    const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
    const type = types[ending] ?? (ending === "mp4" ? filmType : "");
    const recording = new File([file], file.name, { type, lastModified: file.lastModified });
    onRecording(recording, takes(kinds, refusal, size));
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={[...kinds, ...endings].join(",")}
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
      <span className={kit.note}>
        {takesFilms ? "MP4, MP3" : "MP3"}, M4A or Ogg, up to {limitText(size.most)}
      </span>
    </>
  );
}
