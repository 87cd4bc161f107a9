import { useEffect, useState } from "react";
import { useObjectUrl } from "../../lib/useObjectUrl.ts";
import { readFile } from "./media-files.ts";
import type { PendingPost } from "./pending-post.ts";

export interface ShownMedia {
  kind: "image" | "video";
  url: string;
}

/** A post's file in displayable form, from the post itself or from the device's larger files (docs/rules.md#d37). */
export function useMedia({ media_url, media_key }: PendingPost): ShownMedia | null {
  const file = useFile(media_key);
  const fileUrl = useObjectUrl(file);
  if (media_url?.startsWith("data:image/")) return { kind: "image", url: media_url };
  if (media_url?.startsWith("data:video/")) return { kind: "video", url: media_url };
  if (file?.type.startsWith("image/") && fileUrl) return { kind: "image", url: fileUrl };
  if (file?.type.startsWith("video/") && fileUrl) return { kind: "video", url: fileUrl };
  return null;
}

function useFile(key: string | null): Blob | null {
  const [read, setRead] = useState<{ key: string; file: Blob | null }>();

  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    void readFile(key).then((file) => isCurrent && setRead({ key, file }));
    return () => {
      isCurrent = false;
    };
  }, [key]);

  return read && read.key === key ? read.file : null;
}
