import type { Media } from "@cairn/contract";
import { apiHost } from "./host.ts";

/** The address of a stored file: the server gives only its path, and may be on another host (docs/rules.md#other-origins). */
export const mediaSource = (path: string) => (path.startsWith("/") ? `${apiHost}${path}` : path);

/** A picture's smaller files, where they can be fetched. */
export const sourcesOf = ({ sources }: Media) =>
  sources?.map((source) => ({ ...source, url: mediaSource(source.url) }));
