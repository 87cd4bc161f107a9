import { limits, readChapters } from "@cairn/contract";
import { Captions, X } from "lucide-react";
import { useState } from "react";
import { reasonOf } from "../../../lib/api/api-error.ts";
import { useSend } from "../../../lib/useSend.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { CheckboxField } from "../../../ui/Checkbox.tsx";
import { FileRow } from "../../../ui/DropZone.tsx";
import { Field } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Select } from "../../../ui/Select.tsx";
import { Stack } from "../../../ui/Stack.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { readTracks, sendCaptions, type Track, writeTracks } from "./captions.queries.ts";
import { FileButton } from "./FileButton.tsx";
import type { ItemValues } from "./item-values.ts";

interface SpokenFieldsProps {
  values: ItemValues;
  isSending: boolean;
  onChange: (change: Partial<ItemValues>) => void;
  /** Called with whether captions arrived, before they have: the form is sent with them. */
  onSend: (sent: Promise<boolean>) => void;
}

/** What a form asks of a film or recording: captions, and chapters. */
export const SpokenFields = ({ values, isSending, onChange, onSend }: SpokenFieldsProps) => (
  <>
    <CaptionsField
      tracks={readTracks(values.captions)}
      first={values.language === "" ? "en" : values.language}
      isSending={isSending}
      onChange={(tracks) => onChange({ captions: writeTracks(tracks) })}
      onSend={onSend}
    />
    <CheckboxField
      label="Nobody speaks in it"
      className={kit.row}
      checked={values.noSpeech}
      disabled={isSending}
      onChange={(noSpeech) => onChange({ noSpeech })}
    />
    <ChaptersField
      value={values.chapters}
      isSending={isSending}
      onChange={(chapters) => onChange({ chapters })}
    />
  </>
);

/** Languages to choose from; the server takes any. */
const offered =
  "en fr ar am bn bg zh cs da nl fa fi de el he hi hu id it ja ko ms nb pl pt pt-BR ro ru so es sw sv ta te th tr uk ur vi".split(
    " ",
  );
const names = new Intl.DisplayNames(["en"], { type: "language" });
const nameOf = (language: string) => names.of(language) ?? language;

interface CaptionsFieldProps {
  tracks: readonly Track[];
  /** The language that is chosen at first. */
  first: string;
  isSending: boolean;
  onChange: (tracks: readonly Track[]) => void;
  onSend: (sent: Promise<boolean>) => void;
}

function CaptionsField({ tracks, first, isSending, onChange, onSend }: CaptionsFieldProps) {
  const [language, setLanguage] = useState(first);
  const { send, isSending: isUploading, failure } = useSend(reasonOf, { keepsFocus: true });
  const [problem, setProblem] = useState<string>();

  function choose(file: File) {
    const isTooLarge = file.size > limits.captionsBytes;
    setProblem(isTooLarge ? "A file of captions can have at most 2 MB." : undefined);
    if (isTooLarge) return;
    onSend(
      send(async (signal) => {
        const track = await sendCaptions(file, language, signal);
        onChange([...tracks.filter((other) => other.language !== track.language), track]);
      }),
    );
  }

  return (
    <Stack gap={2}>
      <Field
        label="Captions"
        optional
        hint="WebVTT or SubRip, one file for each language. A reviewer reads them, too."
        error={problem ?? failure ?? undefined}
        aside={
          <Select
            aria-label="Language of the captions"
            size="toolbar"
            value={language}
            disabled={isSending}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
          >
            {offered.map((code) => (
              <option key={code} value={code}>
                {nameOf(code)}
              </option>
            ))}
          </Select>
        }
      >
        <FileButton
          accept=".vtt,.srt,.sbv,text/vtt,application/x-subrip"
          disabled={isSending}
          isUploading={isUploading}
          onFile={choose}
        >
          <Captions size={16} />
          Choose a file of captions
        </FileButton>
      </Field>
      {tracks.map((track) => (
        <FileRow
          key={track.language}
          preview={<Captions size={22} />}
          name={nameOf(track.language)}
          note={`${track.cues} ${track.cues === 1 ? "caption" : "captions"}`}
        >
          <IconButton
            kind="ghost"
            size="sm"
            label={`Remove the captions in ${nameOf(track.language)}`}
            icon={<X size={18} />}
            disabled={isSending || isUploading}
            onClick={() => onChange(tracks.filter((other) => other !== track))}
          />
        </FileRow>
      ))}
    </Stack>
  );
}

interface ChaptersFieldProps {
  value: string;
  isSending: boolean;
  onChange: (chapters: string) => void;
}

/** Chapters as lines of text. What is wrong is said once its author has left the box. */
function ChaptersField({ value, isSending, onChange }: ChaptersFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const found = readChapters(value);
  const problem = "problem" in found ? `Line ${found.line} ${found.problem}.` : undefined;
  return (
    <Field
      label="Chapters"
      optional
      hint="One line for each, with its time. The first is at 0:00."
      error={isLeft ? problem : undefined}
    >
      <TextArea
        rows={4}
        value={value}
        placeholder={"0:00 What we build\n4:10 The first test"}
        readOnly={isSending}
        onBlur={() => setLeft(true)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  );
}
