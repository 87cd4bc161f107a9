import { type Media, storageKeys } from "@cairn/contract";
import { createStore, del, delMany, get, keys, set, type UseStore } from "idb-keyval";
import { useEffect, useState } from "react";
import { newIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { useObjectUrl } from "../../../lib/object-url.ts";
import type { PendingPost } from "./pending-post.ts";
import { NoRoomError } from "./pending-posts.ts";

let opened: UseStore | undefined;

/** Files of local posts that are too large for local storage (docs/rules.md#large-files-on-the-device). */
function store() {
  opened ??= createStore("cairn-pending-media", "files");
  return opened;
}

/** Stores a file and resolves to its key. @throws NoRoomError */
export async function keepFile(file: File): Promise<string> {
  const key = `${Date.now()}-${newIdempotencyKey()}`;
  // Asks for persistent storage, since only this device has the file.
  navigator.storage?.persist?.().catch(() => {});
  try {
    await set(key, file, store());
  } catch (cause) {
    throw new NoRoomError(undefined, { cause });
  }
  return key;
}

/** Null if it no longer exists, or if storage is disabled. */
export async function readFile(key: string): Promise<Blob | null> {
  const file = await get<unknown>(key, store()).catch(() => null);
  return file instanceof Blob ? file : null;
}

/** A failure is ignored: the next sweep removes the file. */
export const forgetFile = (key: string) => del(key, store()).catch(() => {});

/** In milliseconds. The file is stored shortly before its post; after this time no post is still coming. */
const grace = 60 * 60 * 1000;

/** Removes files that no post on this device refers to, not even an unreadable one. */
export async function sweepFiles(): Promise<void> {
  const lists = Object.keys(window.localStorage)
    .filter((key) => key.startsWith(storageKeys.pendingPosts))
    .map((key) => window.localStorage.getItem(key) ?? "");
  const isOrphan = (key: string) =>
    Number.parseInt(key, 10) < Date.now() - grace && !lists.some((list) => list.includes(key));
  const all = await keys<IDBValidKey>(store());
  const orphans = all.filter((key) => typeof key === "string" && isOrphan(key));
  if (orphans.length > 0) await delMany(orphans, store());
}

/** A file as a data URL, for storage that holds only text. */
export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

const pattern = /^data:([\w-]+\/[\w.+-]+);base64,/;

/**
 * Decodes a data URL, or returns null. Does not use `fetch`: the content security policy would treat that as a
 * connection.
 */
export function fileOfDataUrl(url: string): Blob | null {
  const [start, type] = pattern.exec(url) ?? [];
  if (start === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(url.slice(start.length)), (sign) => sign.charCodeAt(0));
    return new Blob([bytes], { type });
  } catch {
    // Not written by Cairn.
    return null;
  }
}

type ShownMedia = Pick<Media, "url" | "type">;

/** A post's file in displayable form, from the post itself or from the device's larger files (docs/rules.md#large-files-on-the-device). */
export function useMedia(post: Pick<PendingPost, "media_url" | "media_key"> | null): ShownMedia | null {
  const file = useFile(post?.media_key ?? null);
  const fileUrl = useObjectUrl(file);
  const inline = post?.media_url ?? "";
  const [, type] = /^data:((?:image|video)\/[\w.+-]+)/.exec(inline) ?? [];
  if (type !== undefined) return { type, url: inline };
  return file && fileUrl && /^(?:image|video)\//.test(file.type) ? { type: file.type, url: fileUrl } : null;
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
