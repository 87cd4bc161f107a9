import { isBlank, messages, readLanguage, trimmed } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { contentFiles, isSentInPieces } from "../../../lib/file-rules.ts";
import { nothingAttached } from "../../../lib/file-text.ts";
import { labelGap } from "../../../lib/labels.ts";
import { isObject } from "../../../lib/storage.ts";
import { type Attempt, newAttempt, readAttempt, withWords } from "../attempt.ts";
import type { ItemFields } from "../sending.queries.ts";
import { useSendItem } from "../writing.queries.ts";
import { texts } from "../writing-texts.ts";
import { captioningFields, captioningProblem } from "./captioning.ts";
import { keyOf, readTracks } from "./captions.queries.ts";
import { problemOfEmbed } from "./embed.ts";
import { hasWords, type ItemValues, inOneLine, isPicture, takesPoster } from "./item-values.ts";
import { siteQuery } from "./site.queries.ts";
import { type ItemFormOptions, useItemForm } from "./useItemForm.ts";
import { isSameFile, useLargeFile } from "./useLargeFile.ts";
import { useUpload } from "./useUpload.ts";

export interface ContentFormOptions extends ItemFormOptions {
  /** The item being edited; null for a new one. */
  id: number | null;
  /** The member who writes; null for a visitor, whom the server refuses. */
  author: number | null;
  categories: readonly string[];
  /** Of the file that the item has already; null: none. */
  mediaType: string | null;
  /**
   * True for new items and drafts. An item that reviewers saw without a file may stay without one, and cannot become a
   * draft again.
   */
  isUnsent: boolean;
  /** Sends the author's answer first, if one was typed; not with a draft. */
  sendAlong?: (() => Promise<void>) | undefined;
  /** `unattached`: a message that the chosen file was not attached. */
  onSent: (asDraft: boolean, unattached: string | undefined) => void;
}

export interface Problem {
  text: string;
  /** Details, in the server's words. */
  reason?: string | undefined;
  /** It can be saved as a draft meanwhile. */
  isForLater?: boolean;
  /** All else is there, so the text can be sent alone. */
  lacksFileOnly?: boolean;
}

/**
 * Which button sends: the specified one, which demands a file; the text alone (docs/rules.md#text-without-a-file); or a draft
 * (docs/rules.md#new-content).
 */
export type Way = "file" | "text" | "draft";

/** An attempt that has not been answered. */
interface Unanswered extends Attempt {
  /** The item that it changes: the form's, or the one that an earlier attempt made. */
  id: number | null;
}

/** The form in which writers create and edit items; it sends them itself. */
export function useContentForm(options: ContentFormOptions) {
  const { id, author, initial, kept, keeper, categories, mediaType, isUnsent, sendAlong, onSent } = options;
  const hasMedia = mediaType !== null;
  const { data: site } = useQuery({ ...siteQuery, enabled: author !== null });
  const embedHosts = site?.embed_hosts;
  const recordingMax = site?.recording_max_bytes ?? 0;
  const unanswered = useRef(readUnanswered(kept?.values.sent));
  const large = useLargeFile(kept?.values.large);
  const form = useItemForm(
    { initial, kept, keeper },
    {
      files: contentFiles,
      beside: () => ({ sent: unanswered.current, large: large.read() }),
      onFile: large.choose,
    },
  );
  const { values, file } = form;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [lastWay, setLastWay] = useState<Way>("file");
  /** Undefined: as it was; null: none. */
  const [poster, setPoster] = useState<File | null | undefined>(kept?.poster ?? undefined);
  const send = useSendItem();
  const { now, upload, stop, reset } = useUpload();
  const newest = initial.revision;
  const isBehind = newest !== null && values.revision !== null && values.revision < newest;

  const hasEmbed = values.embed.trim() !== "";
  const hasFile = file.chosen !== null || hasMedia || hasEmbed || !isUnsent;

  // If a file was chosen before, something is attached.
  const unattached = file.problem !== undefined && !file.chosen ? nothingAttached(file.problem) : undefined;

  function type(change: Partial<ItemValues>) {
    form.type(change);
    reset();
  }

  function changePoster(next: File | null | undefined) {
    setPoster(next);
    keeper.keepFile(next ?? null, "poster");
    reset();
  }

  function choose(...next: Parameters<typeof file.choose>) {
    const isChosenAgain = large.known !== null && isSameFile(large.known, next[0]);
    const refusal = file.choose(...next);
    if (refusal !== undefined) {
      const isFilm = next[0].type.startsWith("video/") && isSentInPieces(next[0]);
      const reason = isFilm && recordingMax > next[0].size ? byRecording : undefined;
      return setProblem({ text: refusal, reason });
    }
    if (!isChosenAgain) return changePoster(undefined);
    reset();
  }

  function discard() {
    unanswered.current = null;
    form.discard();
    changePoster(undefined);
  }

  /** Stores at once how far the sending has come. */
  function store(read: File | null) {
    form.store(read);
    keeper.flush();
  }

  /** Stores it before the first byte is sent: a page that closes from here on makes no second item after a reload. */
  function note(attempt: Unanswered, read: File | null) {
    unanswered.current = attempt;
    store(read);
  }

  async function submit(way: Way) {
    // Newer than the rendered values while a long text is typed.
    const values = form.read();
    const both = file.chosen !== null && way !== "text" && values.embed.trim() !== "";
    const isNew = values.embed !== initial.embed;
    const embedProblem = both ? oneOfTwo : isNew ? problemOfEmbed(values.embed, embedHosts) : undefined;
    const isSpoken = way !== "text" && hasWords(values, file.chosen?.file.type ?? mediaType);
    const needsCaptions = isSpoken && site?.captions_required === true;
    const checked = { values, hasFile, isSpoken, needsCaptions, categories };
    const formRefusal = formProblem({ ...checked, way });
    const refusal = formRefusal ?? embedProblem;
    if (refusal) {
      const isWhole = !formProblem({ ...checked, way: "text" });
      const lacksFileOnly = way === "file" && formRefusal !== undefined && isWhole;
      const reason = hasFile || way !== "file" ? undefined : unattached;
      return setProblem({ text: refusal, reason, lacksFileOnly });
    }
    setLastWay(way);
    if (way === "text") file.remove();
    const draft = way === "draft";
    await upload(async (delivery) => {
      const whole = await form.whole();
      delivery.signal.throwIfAborted();
      // The form says so next to the file or the cover; without it, it would not be what was submitted.
      if (!whole) throw new Error("A file could not be read or sent.");
      const { values, file: read } = whole;
      const still = takesPoster(values, read?.type ?? mediaType) ? poster : undefined;
      const files = { file: read, poster: still, mediaType };
      const fieldsOf = (isWhole: boolean) => itemFields(values, isWhole ? null : initial, files, draft);
      const words = { title: values.title.trim(), body: values.description, category_name: values.category };
      const before = unanswered.current;
      const attempt: Unanswered = before ? withWords(before, words) : { ...newAttempt(words), id };
      if (attempt !== before) note(attempt, read);
      const isFound = id === null && attempt.id !== null;
      try {
        if (!draft) await sendAlong?.();
        await send(
          {
            id: attempt.id,
            author,
            fields: (isWhole) => fieldsOf(isWhole || isFound),
            file: read,
            poster: still ?? null,
            words,
          },
          {
            ...delivery,
            attempt,
            onAttempt: (next, item) => note({ ...next, id: item }, read),
            pieces: {
              read: () => large.read()?.sent ?? null,
              store: (sent) => {
                large.setSent(sent);
                store(read);
              },
            },
          },
        );
      } catch (error) {
        if (!delivery.signal.aborted) {
          const isForLater = isUnsent && error instanceof ApiError && error.code === "too_many_waiting";
          setProblem({ text: texts.submitFailed, reason: reasonOf(error), isForLater });
        }
        throw error;
      }
      large.dropMade();
      keeper.forget();
      onSent(draft, unattached);
    });
  }

  return {
    /** As the form's frame takes it. */
    form: { ...form, type },
    upload: now,
    /** PeerTubes whose films the site takes; undefined: not known yet. */
    embedHosts,
    /** Bytes of the largest film or recording; 0: of none more than of other files. */
    recordingMax,
    /** A file that was chosen before the page was reloaded, and must be chosen again. */
    fileToChooseAgain: file.chosen === null ? large.known : null,
    problem,
    /** Why the last chosen file was refused; the dialog says it first. */
    fileRefusal: problem === null ? (unattached ?? file.problem) : undefined,
    /** Whether it can be sent without a file: there is none, or sending the chosen one failed. */
    mayOmitFile: !hasFile || (isUnsent && !hasMedia && now.state === "failed"),
    /** The text has all that it needs. */
    isFilled: isFilled(values),
    /** Which of the buttons was pressed last. */
    lastWay,
    choose,
    poster,
    choosePoster: changePoster,
    /** Chooses a film that was made smaller here, in place of the one that it was made of. */
    restore(film: File) {
      // The form took the longer one.
      file.choose(film, { accept: film.type, problemOf: () => undefined });
      reset();
    },
    removeFile() {
      file.remove();
      changePoster(undefined);
    },
    discard,
    /** Applies the text to the newest revision; undefined if it already is a change of that. */
    toNewest: isBehind ? () => type({ revision: newest }) : undefined,
    submit: (way: Way) => void submit(way),
    retry: () => void submit(lastWay),
    stop,
    closeProblem: () => setProblem(null),
  };
}

const byRecording = "Choose it by “Add a recording” below the field, which takes longer films.";
const captionsMissing =
  "Add captions, or tick “Nobody speaks in it”. Until then you can save this as a draft.";
const oneOfTwo = "Remove the file or the address of the film: a post has one of the two.";

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : undefined);

function readUnanswered(stored: unknown): Unanswered | null {
  const attempt = readAttempt(stored);
  const id = isObject(stored) && Number.isSafeInteger(stored.id) ? Number(stored.id) : null;
  return attempt && { ...attempt, id };
}

interface Checked {
  values: ItemValues;
  /** False if the specified button requires a file and none is chosen. */
  hasFile: boolean;
  /** It has a film or recording, and so captions and chapters. */
  isSpoken: boolean;
  /** To be sent for review (docs/rules.md#settings). */
  needsCaptions: boolean;
  categories: readonly string[];
  way: Way;
}

const isFilled = ({ title, category, description }: ItemValues) =>
  [title, category, description].every((text) => !isBlank(text));

/** Why the form cannot be sent; undefined if it can (docs/evidence/spec-clauses.md#s5-writer-file). */
function formProblem({
  values,
  hasFile,
  isSpoken,
  needsCaptions,
  categories,
  way,
}: Checked): string | undefined {
  const isWhole = isFilled(values);
  if (way === "draft" && !isWhole) return "A draft needs a title, a category and a description.";
  if (way === "text" && !isWhole) return "A post needs a title, a category and a description.";
  if (!isWhole || (way === "file" && !hasFile)) return texts.fieldsMissing;
  return (
    (isSpoken ? captioningProblem(values) : undefined) ??
    (needsCaptions && way !== "draft" && !values.noSpeech && readTracks(values.captions).length === 0
      ? captionsMissing
      : undefined) ??
    (categories.includes(values.category) ? undefined : messages.invalidCategory)
  );
}

/**
 * The call's fields (docs/evidence/spec-clauses.md#s3-submission): the description is the body. Its summary, its cover, what it applies
 * to, its series and its language go with it where they differ from `before`; always if that is null.
 */
function itemFields(
  values: ItemValues,
  before: ItemValues | null,
  {
    file,
    poster,
    mediaType,
  }: { file: File | null; poster: File | null | undefined; mediaType: string | null },
  draft: boolean,
): ItemFields {
  const embed = values.embed.trim();
  const differs = (name: keyof ItemValues) => values[name] !== before?.[name];
  return {
    title: values.title.trim(),
    body: values.description,
    content_type: file ? contentTypeOf(file) : embed ? "video" : undefined,
    category: values.category,
    alt: !file || isPicture(file) ? trimmed(values.alt) || undefined : undefined,
    summary: differs("summary") ? inOneLine(values.summary) : undefined,
    cover: differs("cover") ? keyOf(values.cover) : undefined,
    applies_to: differs("appliesTo") ? values.appliesTo.split(labelGap).filter(Boolean) : undefined,
    series: !differs("series") ? undefined : values.series === "" ? null : Number(values.series),
    language: differs("language") ? (readLanguage(values.language) ?? "") : undefined,
    embed: differs("embed") ? embed : undefined,
    // An item that an earlier attempt made may have one.
    poster: poster === null || (!before && !poster) ? null : undefined,
    ...(hasWords(values, file?.type ?? mediaType) && captioningFields(values, before)),
    draft,
    revision: values.revision ?? undefined,
  };
}

/** Images and PDFs make an article, an MP4 a video (docs/evidence/spec-clauses.md#s5-writer-file), a recording audio. */
const contentTypeOf = ({ type }: Pick<File, "type">) =>
  type.startsWith("audio/") ? "audio" : type === "video/mp4" ? "video" : "article";
