import { useState } from "react";
import { useObjectUrl } from "../lib/useObjectUrl.ts";
import { TypeTile } from "./TypeTile.tsx";

/** What a chosen file looks like, as far as the browser can show it. */
export function FilePreview({ file }: { file: File }) {
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
  return <TypeTile type={file.type === "video/mp4" ? "Video" : "Article"} />;
}
