import { type CaptionTrack, type Chapter, type ContentItem, type Media, readMoment } from "@cairn/contract";
import { FileText } from "lucide-react";
import {
  type ReactNode,
  type RefCallback,
  Suspense,
  useCallback,
  useState,
  useSyncExternalStore,
} from "react";
import { preload } from "react-dom";
import { useSearchParams } from "react-router";
import { mediaSource, sourcesOf } from "../../lib/api/media-source.ts";
import { sizeText } from "../../lib/file-text.ts";
import { laterPart } from "../../lib/later-part.tsx";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { Picture } from "../../ui/Picture.tsx";
import type { MomentPress } from "./EmbedPart.tsx";
import * as css from "./item-media.module.css";
import type { PlayerProps } from "./watching/Player.tsx";
import * as playerCss from "./watching/player.module.css";

// Lazy: the browser's own controls serve until it has come, and where it does not come.
const Player = lazyNamed(
  () => import("./watching/Player.tsx").catch(() => ({ Player: (_: PlayerProps) => null })),
  "Player",
);

// Later: few items are films of other sites.
const EmbedPart = laterPart(
  async () => (await import("./EmbedPart.tsx")).EmbedPart,
  <div className={css.embed} />,
);

/** Of an item's column. */
const columnWidth = "(max-width: 860px) 92vw, 736px";

interface CoverProps {
  title: string;
  /** The picture that its author chose; absent: none. */
  cover?: Media | null | undefined;
}

interface MediaOfProps extends CoverProps {
  media: Media;
  captions?: readonly CaptionTrack[] | undefined;
  chapters?: readonly Chapter[] | undefined;
}

/**
 * An item's file at full size; where it has no picture, its poster, its cover, or else art made from its title. `from`: where a film of
 * another site begins by a press elsewhere.
 */
export function ItemMedia({
  item: { media, embed, poster, ...item },
  from,
}: {
  item: CoverProps & { media: Media | null } & Partial<
      Pick<ContentItem, "captions" | "chapters" | "embed" | "poster">
    >;
  from?: MomentPress | undefined;
}) {
  if (embed)
    return (
      <EmbedPart
        key={embed.address}
        title={item.title}
        cover={item.cover}
        poster={poster}
        embed={embed}
        from={from}
      />
    );
  // The key resets the failed state for another file.
  return media ? <MediaOf key={fileAt(media.url)} {...item} media={media} /> : <Cover {...item} />;
}

/** `media`: with the poster that stands before the cover, if it has one. */
function Cover({ title, cover, media }: CoverProps & { media?: Media }) {
  const shown = media?.poster_url ? media : cover;
  return (
    <MediaBox
      className={css.cover}
      title={title}
      {...(shown && {
        src: mediaSource(shown.poster_url ?? shown.url),
        sources: sourcesOf(shown),
        colour: shown.colour,
      })}
      sizes={columnWidth}
      isFirst
    />
  );
}

function MediaOf(props: MediaOfProps) {
  switch (props.media.type.split("/")[0]) {
    case "image":
      return <Still {...props} />;
    case "video":
      return <Film {...props} />;
    case "audio":
      return <Recording {...props} />;
    default:
      return <FileLink {...props} />;
  }
}

const sizeOf = ({ width, height }: Media) => ({ width: width ?? undefined, height: height ?? undefined });

function Still({ title, cover, media: latest }: MediaOfProps) {
  const { media, failed, onError } = useKept(latest);
  if (failed) return <Cover title={title} cover={cover} />;
  return (
    <div className={css.frame}>
      <a href={mediaSource(media.url)} aria-label={`Open the picture${media.alt && `: ${media.alt}`}`}>
        <Picture
          className={css.picture}
          src={mediaSource(media.url)}
          alt={media.alt}
          sources={sourcesOf(media)}
          colour={media.colour}
          {...sizeOf(media)}
          sizes={columnWidth}
          isFirst
          onError={onError}
        />
      </a>
    </div>
  );
}

function Film({ title, cover, media: latest, captions = [], chapters }: MediaOfProps) {
  const { media, failed, onError } = useKept(latest);
  if (failed) return <Unplayable title={title} cover={cover} what="video" />;
  const still = stillOf(media) ?? (cover ? mediaSource(cover.url) : undefined);
  if (still) preload(still, { as: "image", fetchPriority: "high" });
  return (
    <Played title={title} chapters={chapters}>
      {(attach) => (
        <video
          ref={attach}
          src={mediaSource(media.url)}
          poster={still}
          {...sizeOf(media)}
          aria-label={media.alt || title}
          controls
          playsInline
          preload="metadata"
          onError={onError}
        >
          {captions.map(({ language, label, url }) => (
            <track key={language} kind="captions" srcLang={language} label={label} src={mediaSource(url)} />
          ))}
          Your browser does not support the video tag.
        </video>
      )}
    </Played>
  );
}

interface PlayedProps extends Pick<MediaOfProps, "title" | "chapters"> {
  /** Draws the film or recording, with this as its `ref`. */
  children: (attach: RefCallback<HTMLMediaElement>) => ReactNode;
}

/** A film or recording and its player; until that has come, and without scripts, it has the browser's controls. */
function Played({ title, chapters = none, children }: PlayedProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  const start = useStart();
  const attach = useCallback(
    (element: HTMLMediaElement | null) => {
      setMedia(element);
      return start(element);
    },
    [start],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is part of a form
    <div ref={setFrame} className={playerCss.root} role="group" aria-label="Player" tabIndex={-1}>
      {children(attach)}
      <div className={`${playerCss.bar} ${kit.scripted}`}>
        {frame && media && (
          <Suspense>
            <Player media={media} frame={frame} title={title} chapters={chapters} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

const none: readonly Chapter[] = [];

/** A poster has one address: the smaller file that every browser reads. */
function stillOf({ poster_url, sources = [] }: Media): string | undefined {
  const smaller = sources.filter(({ type, width }) => type === "image/webp" && width <= 800).at(-1);
  const address = smaller?.url ?? poster_url;
  return address === null ? undefined : mediaSource(address);
}

function Recording({ title, cover, media: latest, chapters }: MediaOfProps) {
  const { media, failed, onError } = useKept(latest);
  if (failed) return <Unplayable title={title} cover={cover} what="recording" />;
  return (
    <>
      <Cover title={title} cover={cover} media={media} />
      <div className={css.recording}>
        <Played title={title} chapters={chapters}>
          {(attach) => (
            // biome-ignore lint/a11y/useMediaCaption: what is said stands below
            <audio
              ref={attach}
              src={mediaSource(media.url)}
              aria-label={media.alt || title}
              controls
              preload="metadata"
              onError={onError}
            />
          )}
        </Played>
      </div>
    </>
  );
}

/** Begins where the address says: `?t=95`, `?t=1m35s`. */
function useStart() {
  const at = readMoment(useSearchParams()[0].get("t") ?? "");
  return useCallback(
    (player: HTMLMediaElement | null) => {
      if (!player || at === null) return;
      const go = () => {
        player.currentTime = at;
      };
      if (player.readyState > 0) return go();
      player.addEventListener("loadedmetadata", go, { once: true });
      return () => player.removeEventListener("loadedmetadata", go);
    },
    [at],
  );
}

function Unplayable({ title, cover, what }: CoverProps & { what: string }) {
  return (
    <>
      <Cover title={title} cover={cover} />
      <Alert kind="warn">
        <p>This {what} could not be loaded.</p>
      </Alert>
    </>
  );
}

/** A browser without a viewer of its own, as on most phones, would store the file in place of showing it. */
const useHasViewer = () =>
  useSyncExternalStore(
    () => () => {},
    () => navigator.pdfViewerEnabled,
    () => false,
  );

function FileLink({ title, cover, media }: MediaOfProps) {
  const isPdf = media.type === "application/pdf";
  const canShow = useHasViewer() && isPdf;
  const [isShown, setShown] = useState(false);
  return (
    <>
      {isShown ? (
        <iframe className={css.pdf} src={mediaSource(media.url)} title={`PDF: ${title}`} />
      ) : (
        <Cover title={title} cover={cover} media={media} />
      )}
      <a
        className={`${kit.row} ${kit.small} ${css.file}`}
        href={mediaSource(media.url)}
        target="_blank"
        rel="noopener"
      >
        <FileText size={22} />
        <span>
          <b>Open the {isPdf ? "PDF" : "file"}</b>
          <small className={kit.subline}>
            {[media.alt || title, ...measuresOf(media)].join(" · ")} (opens in a new tab)
          </small>
        </span>
      </a>
      {canShow && (
        <Button className={css.read} size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? "Close the PDF" : "Read the PDF here"}
        </Button>
      )}
    </>
  );
}

/** "12 pages", "2.3 MB", as far as they are known. */
const measuresOf = ({ pages, bytes }: Media) => [
  ...(pages === undefined ? [] : [pages === 1 ? "1 page" : `${pages} pages`]),
  ...(bytes === undefined ? [] : [sizeText(bytes)]),
];

/** The files that it names, without their signatures. */
const filesOf = ({ url, poster_url }: Media) => `${fileAt(url)} ${fileAt(poster_url ?? "")}`;
const fileAt = (address: string) => address.split("?", 1)[0];

/**
 * Each response signs the addresses of an unpublished file again, and giving a video the new one would restart it. The
 * first addresses are therefore kept until they fail (signatures expire) or until the response names another file.
 */
function useKept(latest: Media) {
  const [media, setMedia] = useState(latest);
  const [failed, setFailed] = useState(false);
  if (media !== latest && (failed || filesOf(media) !== filesOf(latest))) {
    setMedia(latest);
    setFailed(false);
  }
  return { media, failed, onError: () => setFailed(true) };
}
