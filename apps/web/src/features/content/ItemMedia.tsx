import type { ContentDetail, Media } from "@cairn/contract";
import { FileText } from "lucide-react";
import { useState } from "react";
import { Alert } from "../../ui/Alert.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import { MediaBox } from "../../ui/MediaBox.tsx";
import * as css from "./item-media.module.css";
import { mediaSource } from "./media-source.ts";

/** An item's file at full size; cover art made from its title if it has none. */
export function ItemMedia({ item: { title, media } }: { item: Pick<ContentDetail, "title" | "media"> }) {
  // The key resets the failed state for another file.
  return media ? <MediaOf key={fileAt(media.url)} title={title} media={media} /> : <Cover title={title} />;
}

const Cover = ({ title }: { title: string }) => <MediaBox className={css.cover} title={title} />;

interface MediaOfProps {
  title: string;
  media: Media;
}

function MediaOf({ title, media }: MediaOfProps) {
  switch (media.type.split("/")[0]) {
    case "image":
      return <Picture title={title} media={media} />;
    case "video":
      return <Film title={title} media={media} />;
    case "audio":
      return <Recording title={title} media={media} />;
    default:
      return <FileLink title={title} media={media} />;
  }
}

const sizeOf = ({ width, height }: Media) => ({ width: width ?? undefined, height: height ?? undefined });

function Picture({ title, media }: MediaOfProps) {
  const { source, failed, onError } = useKeptAddress(media.url);
  if (failed) return <Cover title={title} />;
  return (
    <img
      className={css.picture}
      src={source}
      alt={media.alt}
      {...sizeOf(media)}
      // The largest part of the first view: rendered on the server, this also preloads it in the head.
      fetchPriority="high"
      decoding="async"
      onError={onError}
    />
  );
}

function Film({ title, media }: MediaOfProps) {
  const { source, failed, onError } = useKeptAddress(media.url);
  const still = useKeptAddress(media.poster_url ?? "");
  if (failed) return <Unplayable title={title} what="video" />;
  return (
    <video
      className={`${css.picture} ${css.video}`}
      src={source}
      poster={media.poster_url ? still.source : undefined}
      {...sizeOf(media)}
      aria-label={media.alt || title}
      controls
      playsInline
      preload="metadata"
      onError={onError}
    >
      Your browser does not support the video tag.
    </video>
  );
}

function Recording({ title, media }: MediaOfProps) {
  const { source, failed, onError } = useKeptAddress(media.url);
  if (failed) return <Unplayable title={title} what="recording" />;
  return (
    <>
      <Cover title={title} />
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands in the text below */}
      <audio
        className={css.recording}
        src={source}
        aria-label={media.alt || title}
        controls
        preload="metadata"
        onError={onError}
      />
    </>
  );
}

function Unplayable({ title, what }: { title: string; what: string }) {
  return (
    <>
      <Cover title={title} />
      <Alert kind="warn">
        <p>This {what} could not be loaded.</p>
      </Alert>
    </>
  );
}

function FileLink({ title, media }: MediaOfProps) {
  const isPdf = media.type === "application/pdf";
  return (
    <>
      <Cover title={title} />
      <a
        className={`${layoutCss.row} ${layoutCss.small} ${css.file}`}
        href={mediaSource(media.url)}
        target="_blank"
        rel="noopener"
      >
        <FileText className={css.fileIcon} size={22} />
        <span>
          <b>Open the {isPdf ? "PDF" : "file"}</b>
          <small>{media.alt || title} (opens in a new tab)</small>
        </span>
      </a>
    </>
  );
}

/** The file that an address names, without its signature. */
const fileAt = (address: string) => address.split("?", 1)[0];

/**
 * Each response signs the address of an unpublished file again, and giving a video the new one would restart it. The
 * first address is therefore kept until it fails (signatures expire) or until the response names another file.
 */
function useKeptAddress(latest: string) {
  const [address, setAddress] = useState(latest);
  const [failed, setFailed] = useState(false);
  if (address !== latest && (failed || fileAt(address) !== fileAt(latest))) {
    setAddress(latest);
    setFailed(false);
  }
  return { source: mediaSource(address), failed, onError: () => setFailed(true) };
}
