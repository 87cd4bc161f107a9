import { useEffect, useState } from "react";
import { TypeTile } from "../../../ui/TypeTile.tsx";
import { isPicture } from "./content-file.ts";

/** What a chosen file looks like, as far as the browser can show it. */
export function FilePreview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const [failed, setFailed] = useState(false);
  if (url && !failed && isPicture(file)) return <img src={url} alt="" onError={() => setFailed(true)} />;
  if (url && !failed && file.type === "video/mp4") {
    return (
      <video src={url} muted playsInline preload="metadata" tabIndex={-1} onError={() => setFailed(true)} />
    );
  }
  return <TypeTile type={file.type === "video/mp4" ? "Video" : "Article"} />;
}

function useObjectUrl(file: File) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
