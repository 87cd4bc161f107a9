import { type ContentItem, getTranscript } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { sharedKeys } from "../../../lib/query-keys.ts";

type Spoken = Pick<ContentItem, "id" | "revision" | "language" | "captions">;

/** In which language a transcript is shown at first: the item's, if it has captions in that. */
export const firstLanguage = ({ captions = [], language }: Spoken): string | undefined =>
  (captions.find((track) => track.language.split("-", 1)[0] === language) ?? captions[0])?.language;

/** What is said in an item. */
export const transcriptQuery = ({ id, revision }: Spoken, language: string) =>
  queryOptions({
    queryKey: [...sharedKeys.content, "transcript", id, revision, language],
    queryFn: ({ signal }) => api.call(getTranscript, { params: { id }, query: { language }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
