import { authorPath, type ContentDetail, type Cue, embedPlayer, formatMoment } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Copy, Search } from "lucide-react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { mediaSource } from "../../../lib/api/media-source.ts";
import { Button } from "../../../ui/Button.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { Select } from "../../../ui/Select.tsx";
import { SkeletonLines } from "../../../ui/SkeletonLines.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { toast } from "../../../ui/toast-store.ts";
import type { MomentPress } from "../EmbedPart.tsx";
import { PodcastLink } from "../PodcastLink.tsx";
import * as css from "./watching.module.css";
import { firstLanguage, transcriptQuery } from "./watching.queries.ts";

interface WatchingProps {
  item: ContentDetail;
  /** Around the film or recording. */
  article: RefObject<HTMLElement | null>;
  /** Loads a film of another site at a moment. */
  onEmbed: (press: MomentPress) => void;
}

/** What a phone shows under a film, one at a time: with a transcript above it, nobody would find the text. */
const parts = ["Text", "Transcript"] as const;

/** Under a film or recording: its chapters, what is said in it, and where its author's recordings can be followed. */
export function Watching(where: WatchingProps) {
  const { item } = where;
  const { chapters = [], captions = [] } = item;
  const [part, setPart] = useState<(typeof parts)[number]>("Text");
  return (
    <div className={css.root} data-part={part}>
      {captions.length > 0 && (
        <div className={css.parts}>
          <Segmented label="Show" options={parts} value={part} onChange={setPart} />
        </div>
      )}
      {chapters.length > 0 && (
        <nav aria-label="Chapters">
          <h2 className={kit.h3}>Chapters</h2>
          <ol className={css.chapters}>
            {chapters.map(({ at, title }) => (
              <li key={at}>
                <Moment {...where} at={at}>
                  <span dir="auto">{title}</span>
                </Moment>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {captions.length > 0 && <Transcript {...where} />}
      <PodcastLink page={authorPath(item.author_id)} items={[item]} />
    </div>
  );
}

const playerIn = (article: HTMLElement | null) =>
  article?.querySelector<HTMLMediaElement>("video, audio") ?? null;

interface MomentProps extends WatchingProps {
  at: number;
  children: React.ReactNode;
}

/** A time and what happens then: the film goes there, also in a browser without scripts, which opens it by itself. */
function Moment({ item, article, onEmbed, at, children }: MomentProps) {
  const { embed } = item;
  return (
    <a
      className={css.moment}
      href={embed ? embedPlayer(embed, at) : `${mediaSource(item.media?.url ?? "")}#t=${at}`}
      onClick={(event) => {
        const player = playerIn(article.current);
        if (!(player || embed) || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (!player) return onEmbed({ at, pressed: event.timeStamp });
        player.currentTime = at;
        player.play().catch(() => {});
      }}
    >
      <time>{formatMoment(at)}</time>
      {children}
    </a>
  );
}

function Transcript(where: WatchingProps) {
  const { item } = where;
  const { captions = [] } = item;
  const [language, setLanguage] = useState(firstLanguage(item) ?? "");
  const query = useQuery(transcriptQuery(item, language));
  return (
    <details className={css.transcript} open>
      <summary className={kit.h3}>Transcript</summary>
      {captions.length > 1 && (
        <Select
          inlineLabel="Language"
          labelClass={kit.scripted}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
        >
          {captions.map((track) => (
            <option key={track.language} value={track.language}>
              {track.label}
            </option>
          ))}
        </Select>
      )}
      <Loaded
        query={query}
        waiting={<SkeletonLines widths={["94%", "88%", "90%"]} />}
        failure="The transcript could not be loaded."
      >
        {({ cues }) => <Cues key={language} {...where} cues={cues} language={language} />}
      </Loaded>
    </details>
  );
}

interface CuesProps extends WatchingProps {
  cues: readonly Cue[];
  language: string;
}

function Cues({ cues, language, ...where }: CuesProps) {
  const [words, setWords] = useState("");
  const sought = words.trim().toLocaleLowerCase(language);
  const said = useSaid(where.article, cues);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const line = box?.children[said] as HTMLElement | undefined;
    // Not while somebody reads ahead in it.
    if (!box || !line || box.matches(":hover, :focus-within")) return;
    box.scrollTop = line.offsetTop - box.clientHeight / 3;
  }, [said]);
  const isFound = (cue: Cue) => sought === "" || cue.text.toLocaleLowerCase(language).includes(sought);
  const found = sought === "" ? cues.length : cues.filter(isFound).length;
  return (
    <>
      <Row wrap between gap={3} className={kit.scripted}>
        <TextInput
          size="sm"
          type="search"
          aria-label="Search the transcript"
          placeholder="Search the transcript"
          icon={<Search size={16} />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <Button size="sm" kind="ghost" onClick={() => void copy(cues)}>
          <Copy size={16} />
          Copy
        </Button>
      </Row>
      {sought !== "" && (
        <Text kind="soft" role="status">
          {found === 0 ? "Nothing found." : `${found} of ${cues.length} lines`}
        </Text>
      )}
      <ol ref={list} className={css.cues} aria-label="What is said" lang={language} dir="auto">
        {cues.map((cue, index) => (
          <CueLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a transcript never changes
            key={index}
            {...where}
            cue={cue}
            isSaid={index === said}
            isHidden={!isFound(cue)}
          />
        ))}
      </ol>
    </>
  );
}

interface CueLineProps extends WatchingProps {
  cue: Cue;
  isSaid: boolean;
  isHidden: boolean;
}

const CueLine = memo(({ cue, isSaid, isHidden, ...where }: CueLineProps) => (
  <li aria-current={isSaid || undefined} hidden={isHidden}>
    <Moment {...where} at={cue.start}>
      <span dir="auto">
        {cue.speaker && <b>{cue.speaker}: </b>}
        {cue.text.replaceAll("\n", " ")}
      </span>
    </Moment>
  </li>
));

/** The index of the cue that is being said; −1 before the first. */
function useSaid(article: RefObject<HTMLElement | null>, cues: readonly Cue[]): number {
  const [said, setSaid] = useState(-1);
  useEffect(() => {
    const player = playerIn(article.current);
    if (!player) return;
    // The player shows a moment that is a little before what was asked for.
    const look = () => setSaid(cues.findLastIndex(({ start }) => start <= player.currentTime + 0.05));
    const onTime = () => {
      if (player.currentTime > 0 || !player.paused) look();
    };
    onTime();
    player.addEventListener("timeupdate", onTime);
    player.addEventListener("seeked", onTime);
    return () => {
      player.removeEventListener("timeupdate", onTime);
      player.removeEventListener("seeked", onTime);
    };
  }, [article, cues]);
  return said;
}

async function copy(cues: readonly Cue[]) {
  const lines = cues.map(({ start, text, speaker }) =>
    [formatMoment(start), speaker && `${speaker}:`, text.replaceAll("\n", " ")].filter(Boolean).join(" "),
  );
  try {
    await navigator.clipboard.writeText(lines.join("\n"));
    toast("Transcript copied");
  } catch {
    toast("The transcript could not be copied. Select its lines and copy them by hand.", { kind: "error" });
  }
}
