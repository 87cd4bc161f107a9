import { formatMoment, limits, type Media, posterTypes } from "@cairn/contract";
import { FileText, Film, ImagePlus, X } from "lucide-react";
import { useRef, useState } from "react";
import { mediaSource } from "../../../lib/api/media-source.ts";
import { takes } from "../../../lib/file-rules.ts";
import { useObjectUrl } from "../../../lib/object-url.ts";
import { useSend } from "../../../lib/useSend.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { FileRow } from "../../../ui/DropZone.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Row, Stack } from "../../../ui/Stack.tsx";
import { FileButton } from "./FileButton.tsx";
import * as css from "./poster-field.module.css";

const posters = takes(posterTypes, "Only JPEG, PNG and WebP pictures can be a poster.", {
  most: limits.textPictureBytes,
  tooLarge: "A poster can have at most 10 MB.",
});

/** Pixels of a still that is made here. */
const mostWide = 1280;

const noPage = "The first page of this PDF cannot be drawn. Choose a picture file instead.";

interface PosterFieldProps {
  /** The picture that was chosen here; undefined: the item's own stays; null: none. */
  value: File | null | undefined;
  /** The address of the item's own. */
  own: string | null | undefined;
  /** What it stands for: the chosen file, or the item's own; null for a film of another site. */
  film: File | Media | null;
  isSending: boolean;
  onChange: (poster: File | null) => void;
}

/** The picture that stands for a film, a recording or a PDF: one of the device's, a still of the film, or the first page. */
export function PosterField({ value, own, film, isSending, onChange }: PosterFieldProps) {
  const [problem, setProblem] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const chosen = useObjectUrl(value ?? null);
  const ofFile = useObjectUrl(film instanceof File ? film : null);
  const ofItem = film instanceof File || film === null ? undefined : mediaSource(film.url);
  const drawing = useSend(() => setProblem(noPage), { keepsFocus: true });
  const pdf = film?.type === "application/pdf" ? film : null;
  const address = film?.type.startsWith("video/") ? (ofFile ?? ofItem) : undefined;
  const shown = value === undefined && own ? mediaSource(own) : chosen;

  function choose(picture: File) {
    const refusal = posters.problemOf(picture);
    setProblem(refusal);
    if (refusal !== undefined) return;
    setChoosing(false);
    onChange(picture);
  }

  const draw = (source: File | Media) =>
    drawing.send(async (signal) => {
      const { firstPageOf } = await import("./pdf-first-page.ts");
      const bytes = source instanceof File ? source : await blobOf(mediaSource(source.url), signal);
      const picture = await firstPageOf(bytes, mostWide);
      if (!signal.aborted) choose(picture);
    });

  return (
    <Field
      label="Poster"
      optional
      hint="The picture that stands for it before it is opened, and on cards without a cover."
      error={problem}
    >
      {shown ? (
        <FileRow preview={<img src={shown} alt="" />} name="The poster" note="">
          <IconButton
            kind="ghost"
            size="sm"
            label="Remove the poster"
            icon={<X size={18} />}
            disabled={isSending}
            onClick={() => onChange(null)}
          />
        </FileRow>
      ) : (
        <Stack gap={2}>
          <Row wrap>
            {address && (
              <Button
                size="sm"
                disabled={isSending}
                aria-expanded={isChoosing}
                onClick={() => setChoosing(!isChoosing)}
              >
                <Film size={16} />
                Choose a still
              </Button>
            )}
            {pdf && (
              <Button
                size="sm"
                disabled={isSending}
                working={drawing.isSending}
                workingText="Drawing..."
                onClick={() => void draw(pdf)}
              >
                <FileText size={16} />
                Use the first page
              </Button>
            )}
            <FileButton accept={posters.accept} disabled={isSending} isUploading={false} onFile={choose}>
              <ImagePlus size={16} />
              Choose a picture
            </FileButton>
          </Row>
          {address && isChoosing && (
            <StillChooser
              key={address}
              address={address}
              isSending={isSending}
              onUse={choose}
              onFailure={() =>
                setProblem(
                  "Your browser does not give a picture of this film. Choose a picture file instead.",
                )
              }
            />
          )}
        </Stack>
      )}
    </Field>
  );
}

interface StillChooserProps {
  /** Of the film. */
  address: string;
  isSending: boolean;
  onUse: (still: File) => void;
  onFailure: () => void;
}

function StillChooser({ address, isSending, onUse, onFailure }: StillChooserProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [duration, setDuration] = useState(0);
  const [at, setAt] = useState(0);
  /** Whether it shows the frame of that moment. */
  const [isThere, setThere] = useState(false);

  async function use() {
    const still = video.current && (await stillOf(video.current));
    if (still) onUse(still);
    else onFailure();
  }

  return (
    <Stack gap={2}>
      <video
        ref={video}
        className={css.film}
        src={address}
        aria-label="The film"
        muted
        playsInline
        preload="auto"
        onLoadedMetadata={({ currentTarget }) => setDuration(currentTarget.duration)}
        onLoadedData={() => setThere(true)}
        onSeeking={() => setThere(false)}
        onSeeked={() => setThere(true)}
        onError={onFailure}
      />
      <input
        className={css.moment}
        type="range"
        aria-label="Moment of the film"
        aria-valuetext={formatMoment(at)}
        min={0}
        max={duration}
        step={0.1}
        value={at}
        disabled={isSending || duration === 0}
        onChange={({ currentTarget }) => {
          const seconds = currentTarget.valueAsNumber;
          setAt(seconds);
          if (video.current) video.current.currentTime = seconds;
        }}
      />
      <Row between>
        <span className={css.time}>{formatMoment(at)}</span>
        <Button size="sm" disabled={isSending || !isThere} onClick={() => void use()}>
          Use this picture
        </Button>
      </Row>
    </Stack>
  );
}

async function blobOf(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${response.status}`);
  return await response.blob();
}

/** The frame that a film shows; null where the browser does not give it, as of a film from another origin. */
async function stillOf(film: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(film.videoWidth, mostWide);
  canvas.height = Math.round((film.videoHeight * canvas.width) / film.videoWidth);
  try {
    canvas.getContext("2d")?.drawImage(film, 0, 0, canvas.width, canvas.height);
    const still = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    return still && new File([still], "poster.jpg", { type: "image/jpeg" });
  } catch {
    return null;
  }
}
