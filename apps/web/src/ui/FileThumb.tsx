import { useState } from "react";
import { useObjectUrl } from "../lib/object-url.ts";
import { TypeTile } from "./TypeTile.tsx";

/** A picture or a film itself, or the sign of the file's kind. */
export function FileThumb({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const [failed, setFailed] = useState(false);
  if (url && !failed && file.type.startsWith("image/")) {
    return <img src={url} alt="" onError={() => setFailed(true)} />;
  }
  if (url && !failed && file.type === "video/mp4") {
    return (
      <video src={url} muted playsInline preload="metadata" tabIndex={-1} onError={() => setFailed(true)} />
    );
  }
  if (file.type.startsWith("audio/")) return <TypeTile type="Audio" />;
  return <TypeTile type={file.type === "video/mp4" ? "Video" : "Article"} />;
}
