import type { ContentDetail, Media } from "@cairn/contract";
import { FileText } from "lucide-react";
import { Alert } from "../../ui/Alert.tsx";
import { MediaBox } from "../../ui/MediaBox.tsx";
import "./item-media.css";
import { mediaSource } from "./media-source.ts";
import { fileAt, useKeptAddress } from "./useKeptAddress.ts";

/** An item's file as large as the page shows it; the art of its title where there is none. */
export function ItemMedia({ item: { title, media } }: { item: Pick<ContentDetail, "title" | "media"> }) {
  // Another file is another attempt.
  return media ? <MediaOf key={fileAt(media.url)} title={title} media={media} /> : <Cover title={title} />;
}

const Cover = ({ title }: { title: string }) => <MediaBox className="item-cover" title={title} />;

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
      className="item-picture"
      src={source}
      alt={media.alt}
      {...sizeOf(media)}
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
      className="item-film"
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
        className="item-recording"
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
      <a className="item-file" href={mediaSource(media.url)} target="_blank" rel="noopener">
        <FileText size={22} />
        <span>
          <b>Open the {isPdf ? "PDF" : "file"}</b>
          <small>{media.alt || title} (opens in a new tab)</small>
        </span>
      </a>
    </>
  );
}
