import { readChapters } from "@cairn/contract";
import type { ItemFields } from "../sending.queries.ts";
import { readTracks } from "./captions.queries.ts";
import type { ItemValues } from "./item-values.ts";

/** What a form's author says of the sound of a film or recording. */
export type Captioning = Pick<ItemValues, "captions" | "chapters" | "noSpeech">;

/** Why it cannot be sent or saved as it is; undefined if it can. */
export function captioningProblem({ captionsDraft, chapters: written }: ItemValues): string | undefined {
  if (captionsDraft !== "")
    return "You began to write captions. Use them, or remove them from the list, first.";
  const chapters = readChapters(written);
  return "problem" in chapters ? `Line ${chapters.line} of the chapters ${chapters.problem}.` : undefined;
}

/** Fields of the call, where they differ from `before`; all if that is null. */
export function captioningFields(
  values: Captioning,
  before: Captioning | null,
): Pick<ItemFields, "captions" | "chapters" | "no_speech"> {
  const differs = (name: keyof Captioning) => values[name] !== before?.[name];
  return {
    captions: differs("captions") ? readTracks(values.captions).map(({ key }) => key) : undefined,
    chapters: differs("chapters") ? chaptersIn(values.chapters) : undefined,
    no_speech: differs("noSpeech") ? values.noSpeech : undefined,
  };
}

/** None where they do not read: the form is not sent then. */
function chaptersIn(text: string) {
  const chapters = readChapters(text);
  return "problem" in chapters ? [] : chapters;
}
