import { limits, type Media, readChapters } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Captions, Pencil, X } from "lucide-react";
import { Suspense, useState } from "react";
import { reasonOf } from "../../../lib/api/api-error.ts";
import { mediaSource } from "../../../lib/api/media-source.ts";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { useObjectUrl } from "../../../lib/object-url.ts";
import { useSend } from "../../../lib/useSend.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { CheckboxField } from "../../../ui/Checkbox.tsx";
import { FileRow } from "../../../ui/DropZone.tsx";
import { Field } from "../../../ui/Field.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Select } from "../../../ui/Select.tsx";
import { Row, Stack } from "../../../ui/Stack.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import {
  readDraft,
  readTracks,
  sendCaptions,
  type Track,
  vttOf,
  writeDraft,
  writeTracks,
} from "./captions.queries.ts";
import { FileButton } from "./FileButton.tsx";
import { type ItemValues, isPlayed } from "./item-values.ts";
import { siteQuery } from "./site.queries.ts";

// Lazy: most captions come as a file.
const CaptionsEditor = lazyNamed(() => import("./CaptionsEditor.tsx"), "CaptionsEditor");

interface CaptioningFieldsProps {
  values: ItemValues;
  /** Null for an item that is not saved yet. */
  itemId: number | null;
  /** The film or recording that was chosen here; null: the item's own is meant. */
  file: File | null;
  current: Pick<Media, "url" | "type"> | null;
  isSending: boolean;
  onChange: (change: Partial<ItemValues>) => void;
  /** Called with whether captions arrived, before they have: the form is sent with them. */
  onSend: (sent: Promise<boolean>) => void;
}

/** What a form asks of a film or recording: captions, and chapters. */
export const CaptioningFields = (props: CaptioningFieldsProps) => (
  <>
    <CaptionsField {...props} />
    <CheckboxField
      label="Nobody speaks in it"
      className={`${kit.row} ${kit.gap2}`}
      checked={props.values.noSpeech}
      disabled={props.isSending}
      onChange={(noSpeech) => props.onChange({ noSpeech })}
    />
    <ChaptersField
      value={props.values.chapters}
      isSending={props.isSending}
      onChange={(chapters) => props.onChange({ chapters })}
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

/** The captions that are open in the editor. */
interface Edited {
  language: string;
  vtt: string;
}

function CaptionsField({
  values,
  itemId,
  file,
  current,
  isSending,
  onChange,
  onSend,
}: CaptioningFieldsProps) {
  const { data: site } = useQuery(siteQuery);
  const isRequired = site?.captions_required === true && !values.noSpeech;
  const tracks = readTracks(values.captions);
  const draft = readDraft(values.captionsDraft);
  const [language, setLanguage] = useState(values.language === "" ? "en" : values.language);
  const { send, isSending: isUploading, failure } = useSend(reasonOf, { keepsFocus: true });
  const [problem, setProblem] = useState<string>();
  const [edited, setEdited] = useState<Edited>();
  const chosenAddress = useObjectUrl(file);
  const media = {
    address: chosenAddress ?? mediaSource(current?.url ?? ""),
    type: file?.type ?? current?.type ?? "",
  };
  const isBusy = isSending || isUploading;

  async function store(chosen: File, tag: string): Promise<boolean> {
    const isTooLarge = chosen.size > limits.captionsBytes;
    setProblem(isTooLarge ? "A file of captions can have at most 2 MB." : undefined);
    if (isTooLarge) return false;
    const stored = send(async (signal) => {
      const track = await sendCaptions(chosen, tag, signal);
      onChange({
        captions: writeTracks([...tracks.filter((other) => other.language !== track.language), track]),
        ...(edited && { captionsDraft: "" }),
      });
    });
    onSend(stored);
    return stored;
  }

  async function edit(track: Track) {
    const vtt = await vttOf(track, itemId).catch(() => null);
    if (vtt === null) setProblem("These captions can be edited once the post is saved.");
    else setEdited({ language: track.language, vtt });
  }

  return (
    <Stack gap={2}>
      <Field
        label="Captions"
        optional={!isRequired}
        hint={`${isRequired ? "Needed for review here, unless nobody speaks. " : ""}WebVTT or SubRip, one file for each language. A reviewer reads them, too.`}
        error={edited ? undefined : (problem ?? failure ?? undefined)}
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
        <Row wrap>
          <FileButton
            accept=".vtt,.srt,.sbv,text/vtt,application/x-subrip"
            disabled={isSending}
            isUploading={isUploading}
            onFile={(chosen) => void store(chosen, language)}
          >
            <Captions size={16} />
            Choose a file of captions
          </FileButton>
          {!draft && isPlayed(media) && (
            <Button size="sm" disabled={isBusy} onClick={() => setEdited({ language, vtt: "" })}>
              <Pencil size={16} />
              Write captions
            </Button>
          )}
        </Row>
      </Field>
      {draft && (
        <TrackRow
          language={draft.language}
          note="Not used yet"
          disabled={isBusy}
          onEdit={isPlayed(media) ? () => setEdited(draft) : undefined}
          onRemove={() => onChange({ captionsDraft: "" })}
        />
      )}
      {tracks.map((track) => (
        <TrackRow
          key={track.language}
          language={track.language}
          note={`${track.cues} ${track.cues === 1 ? "caption" : "captions"}`}
          disabled={isBusy}
          // One at a time: the form keeps one.
          onEdit={draft || !isPlayed(media) ? undefined : () => void edit(track)}
          onRemove={() => onChange({ captions: writeTracks(tracks.filter((other) => other !== track)) })}
        />
      ))}
      {edited && (
        <Suspense>
          <CaptionsEditor
            media={media}
            title={`Captions in ${nameOf(edited.language)}`}
            vtt={edited.vtt}
            isSending={isUploading}
            problem={problem ?? failure ?? undefined}
            onWrite={(vtt) => onChange({ captionsDraft: writeDraft(edited.language, vtt) })}
            onUse={async (vtt) => {
              const written = new File([vtt], `captions.${edited.language}.vtt`, { type: "text/vtt" });
              if (await store(written, edited.language)) setEdited(undefined);
            }}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Stack>
  );
}

interface TrackRowProps {
  language: string;
  note: string;
  disabled: boolean;
  onEdit: (() => void) | undefined;
  onRemove: () => void;
}

const TrackRow = ({ language, note, disabled, onEdit, onRemove }: TrackRowProps) => (
  <FileRow preview={<Captions size={22} />} name={nameOf(language)} note={note}>
    {onEdit && (
      <IconButton
        kind="ghost"
        size="sm"
        label={`Edit the captions in ${nameOf(language)}`}
        icon={<Pencil size={18} />}
        disabled={disabled}
        onClick={onEdit}
      />
    )}
    <IconButton
      kind="ghost"
      size="sm"
      label={`Remove the captions in ${nameOf(language)}`}
      icon={<X size={18} />}
      disabled={disabled}
      onClick={onRemove}
    />
  </FileRow>
);

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
