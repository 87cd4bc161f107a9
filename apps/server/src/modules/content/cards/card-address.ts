import { createHash } from "node:crypto";
import type { ContentItem } from "@cairn/contract";
import type { DrawnLook } from "../../../lib/site-look.ts";

/** Changes when cards are drawn differently. */
const design = 4;

/** In pixels. */
export const cardHeight = 630;

type CardFacts = Pick<ContentItem, "id" | "revision" | "title" | "content_type" | "author_name">;

/** Contains the revision and a hash of the card's content, so that the picture at an address never changes. */
export function cardVersion(
  { revision, title, content_type, author_name }: CardFacts,
  look: DrawnLook | null = null,
): string {
  const shown = JSON.stringify([design, title, content_type, author_name, ...(look ? [look] : [])]);
  return `${revision}-${createHash("sha256").update(shown).digest("base64url").slice(0, 12)}`;
}

/** The path of the picture that previews of the item's address show. */
export const cardPath = (item: CardFacts, look: DrawnLook | null = null): string =>
  `/cards/${item.id}/${cardVersion(item, look)}.png`;
