import { limits, type Media } from "@cairn/contract";
import { RotateCcw, X } from "lucide-react";
import { Suspense } from "react";
import { mediaSource } from "../../../lib/api/media-source.ts";
import { contentFiles, isSentInPieces } from "../../../lib/file-rules.ts";
import { checkedWords, sentText, sizeText } from "../../../lib/file-text.ts";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { TypeTile } from "../../../ui/TypeTile.tsx";
import * as uploadFormCss from "../../../ui/upload-form.module.css";
import { texts } from "../writing-texts.ts";
import { FileSpot } from "./FileSpot.tsx";
import { hasWords, isPicture, takesPoster } from "./item-values.ts";
import { type ContentFormOptions, useContentForm } from "./useContentForm.ts";
import type { Upload } from "./useUpload.ts";
import { WritingForm } from "./WritingForm.tsx";

// Lazy: most forms are sent without an error.
const ErrorDialog = lazyNamed(() => import("./ErrorDialog.tsx"), "ErrorDialog");
// Lazy: for films and recordings alone.
const CaptioningFields = lazyNamed(() => import("./CaptioningFields.tsx"), "CaptioningFields");
// Lazy: for what has no picture of its own.
const PosterField = lazyNamed(() => import("./PosterField.tsx"), "PosterField");
// Lazy: it is below the text.
const EmbedField = lazyNamed(() => import("./EmbedField.tsx"), "EmbedField");
// Lazy: for films over 50 MB alone.
const SmallerFilm = lazyNamed(() => import("./SmallerFilm.tsx"), "SmallerFilm");
// Lazy: for them after a reload.
const ChooseAgain = lazyNamed(() => import("./ChooseAgain.tsx"), "ChooseAgain");
// Lazy: its place is kept, and most items have no recording.
const RecordingButton = lazyNamed(() => import("./RecordingButton.tsx"), "RecordingButton");

export interface ContentFormProps extends Omit<ContentFormOptions, "mediaType"> {
  /** The item's own file, which stays unless another is chosen. */
  current: Media | null;
  /** The address of its poster, which stays as long as the file or the embed does. */
  currentPoster?: string | null | undefined;
}

/**
 * The form in which writers create an item (docs/evidence/spec-clauses.md#s2-writer-form) and edit an existing one (docs/rules.md#two-more-links).
 */
export function ContentForm({ current, currentPoster, ...options }: ContentFormProps) {
  const { author, categories, isUnsent } = options;
  const content = useContentForm({ ...options, mediaType: current?.type ?? null });
  const { form, upload, lastWay } = content;
  const { values, file, type } = form;
  const isSending = upload.state === "sending";
  const picture = file.chosen?.file ?? current;
  const hasEmbed = values.embed.trim() !== "";
  const keepsPoster = file.chosen === null && values.embed === options.initial.embed;
  // The button that succeeds stands out.
  const isReadyAlone =
    content.mayOmitFile && content.isFilled && file.chosen === null && !content.fileToChooseAgain;

  return (
    <WritingForm
      form={form}
      categories={categories}
      isSending={isSending}
      isMember={author !== null}
      onSubmit={(event) => {
        event.preventDefault();
        content.submit("file");
      }}
      onDiscard={content.discard}
      onUseNewest={content.toNewest}
      note="What you submit goes to a reviewer first. You can still edit it."
      submit={texts.submit}
      buttons={
        <>
          {isUnsent && (
            <Button
              disabled={isSending}
              working={isSending && lastWay === "draft"}
              workingText="Saving..."
              onClick={() => content.submit("draft")}
            >
              Save draft
            </Button>
          )}
          {content.mayOmitFile && (
            <Button
              kind={isReadyAlone ? "primary" : "secondary"}
              disabled={isSending}
              working={isSending && lastWay === "text"}
              workingText="Sending..."
              onClick={() => content.submit("text")}
            >
              Submit without a file
            </Button>
          )}
          <Button
            kind={isReadyAlone ? "secondary" : "primary"}
            type="submit"
            disabled={isSending}
            working={isSending && lastWay === "file"}
            workingText="Sending..."
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <FileSpot
        label="File"
        rule={contentFiles}
        note="JPEG, PNG, PDF, MP4, up to 50 MB. An article needs none."
        file={{ chosen: file.chosen, remove: content.removeFile }}
        problem={content.fileRefusal}
        disabled={isSending}
        onFile={content.choose}
        current={current && !hasEmbed && <CurrentFile media={current} />}
        sending={sendingOf(upload, content)}
      >
        <Row wrap className={uploadFormCss.more}>
          <Suspense>
            <RecordingButton
              recordingMax={content.recordingMax}
              disabled={isSending}
              onRecording={content.choose}
            />
          </Suspense>
        </Row>
        {content.fileToChooseAgain && (
          <Suspense>
            <ChooseAgain known={content.fileToChooseAgain} onFound={content.restore} />
          </Suspense>
        )}
      </FileSpot>
      {file.chosen && isSentInPieces(file.chosen.file) && file.chosen.file.type === "video/mp4" && (
        <Suspense>
          <SmallerFilm
            key={`${file.chosen.file.name} ${file.chosen.file.size}`}
            film={file.chosen.file}
            isSending={isSending}
            onSend={form.awaitFile}
            onMade={content.restore}
          />
        </Suspense>
      )}
      <Suspense fallback={<div className={uploadFormCss.embedSpot} />}>
        <EmbedField
          value={values.embed}
          hosts={content.embedHosts}
          isSending={isSending}
          onChange={(embed) => type({ embed })}
        />
      </Suspense>
      {picture && isPicture(picture) && (
        <Field label="What the picture shows" optional hint="For readers who cannot see it.">
          <TextInput
            value={values.alt}
            maxLength={limits.mediaAltLength}
            readOnly={isSending}
            onChange={({ currentTarget }) => type({ alt: currentTarget.value })}
          />
        </Field>
      )}
      {hasWords(values, picture?.type ?? null) && (
        <Suspense>
          <CaptioningFields
            values={values}
            itemId={options.id}
            file={file.chosen?.file ?? null}
            current={current}
            isSending={isSending}
            onChange={type}
            onSend={form.awaitFile}
          />
        </Suspense>
      )}
      {takesPoster(values, picture?.type ?? null) && (
        <Suspense>
          <PosterField
            value={content.poster}
            own={keepsPoster ? currentPoster : null}
            film={hasEmbed ? null : (file.chosen?.file ?? current)}
            isSending={isSending}
            onChange={content.choosePoster}
          />
        </Suspense>
      )}
      {content.problem && (
        <Suspense>
          <ErrorDialog
            problem={content.problem}
            onClose={content.closeProblem}
            onSaveDraft={() => {
              content.closeProblem();
              content.submit("draft");
            }}
            onOmitFile={() => {
              content.closeProblem();
              content.submit("text");
            }}
          />
        </Suspense>
      )}
    </WritingForm>
  );
}

/** A thumbnail of the file that an item has. */
export function CurrentFile({ media }: { media: Media }) {
  const still = isPicture(media) ? media.url : media.poster_url;
  if (still) return <img src={mediaSource(still)} alt="" />;
  const [kind] = media.type.split("/");
  return <TypeTile type={kind === "video" ? "Video" : kind === "audio" ? "Audio" : "Article"} />;
}

/** How the upload of the file goes; null before and after. */
function sendingOf(
  upload: Upload,
  { stop, retry, removeFile }: Pick<ReturnType<typeof useContentForm>, "stop" | "retry" | "removeFile">,
) {
  if (upload.state === "idle") return null;
  if (upload.state === "sending") {
    return {
      note: noteOf(upload),
      progress: upload.sent / Math.max(1, upload.total),
      action: (
        <IconButton kind="ghost" size="sm" label="Cancel upload" icon={<X size={18} />} onClick={stop} />
      ),
    };
  }
  return {
    note: upload.state === "stopped" ? "Upload canceled" : "Upload failed",
    progress: undefined,
    action: (
      <>
        <Button size="sm" onClick={retry}>
          <RotateCcw size={15} />
          Retry
        </Button>
        <IconButton kind="ghost" size="sm" label="Remove file" icon={<X size={18} />} onClick={removeFile} />
      </>
    ),
  };
}

function noteOf({ sent, total, rate, isWaiting }: Extract<Upload, { state: "sending" }>) {
  if (isWaiting) return "Waiting for the connection…";
  if (total === 0) return "Starting…";
  if (sent >= total) return checkedWords;
  return [sentText(sent, total), rate !== undefined && `${sizeText(rate)}/s`].filter(Boolean).join(" · ");
}
