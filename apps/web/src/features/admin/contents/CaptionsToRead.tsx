import type { CaptionTrack, RevisionText } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { mediaSource } from "../../../lib/api/media-source.ts";
import * as dialogCss from "../../../ui/dialog.module.css";
import * as kit from "../../../ui/kit.module.css";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Text } from "../../../ui/Text.tsx";
import * as css from "./contents.module.css";
import { TextChanges } from "./RevisionChanges.tsx";

interface CaptionsToReadProps {
  revision: RevisionText;
  /** The revision to compare with; null: none. */
  old: RevisionText | null;
}

/** What is said in a film or recording, as it will be served: a reviewer approves this as well. */
export const CaptionsToRead = ({ revision, old }: CaptionsToReadProps) =>
  revision.captions.map((track) => (
    <details key={track.language} className={dialogCss.part} open={!isSame(track, earlierOf(track, old))}>
      <summary className={kit.unfold}>
        Captions in {track.label} ({track.cues})
      </summary>
      <Track track={track} earlier={earlierOf(track, old)} />
    </details>
  ));

const earlierOf = ({ language }: CaptionTrack, old: RevisionText | null) =>
  old?.captions.find((track) => track.language === language) ?? null;

/** A file's name is its own; the rest of a private address differs in every response. */
const fileOf = ({ url }: CaptionTrack) => url.replace(/\?.*$/s, "");
const isSame = (track: CaptionTrack, earlier: CaptionTrack | null) =>
  earlier !== null && fileOf(track) === fileOf(earlier);

function Track({ track, earlier }: { track: CaptionTrack; earlier: CaptionTrack | null }) {
  const [now, before] = [useQuery(textQuery(track)), useQuery(textQuery(earlier))];
  return (
    <Loaded query={now} failure="The captions could not be loaded.">
      {(text) =>
        earlier === null || before.data === undefined || isSame(track, earlier) ? (
          <Text kind="small" className={css.captions} lang={track.language} dir="auto">
            {text}
          </Text>
        ) : (
          <TextChanges before={before.data} after={text} />
        )
      }
    </Loaded>
  );
}

/** A file of captions without its first line; nothing for none. */
const textQuery = (track: CaptionTrack | null) => ({
  queryKey: ["captions", track && fileOf(track)],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    if (track === null) return "";
    const answer = await fetch(mediaSource(track.url), { signal });
    if (!answer.ok) throw new Error("The captions could not be loaded.");
    return (await answer.text()).replace(/^WEBVTT\n\n/, "");
  },
});
