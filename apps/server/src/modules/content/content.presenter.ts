import type { ContentItem } from "@cairn/contract";
import { presentMedia } from "../../lib/present-media.ts";
import type { ItemRow } from "./content.repository.ts";

/** Lists every outgoing field; `addressOf` turns a stored file's key into an address that this reader may use. */
export function presentItem(row: ItemRow, addressOf: (key: string) => string): ContentItem {
  const media = presentMedia(row, addressOf);
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    content_type: row.contentType,
    category_id: row.categoryId,
    category_name: row.categoryName,
    media_url: media?.url ?? null,
    media,
    author_id: row.authorId,
    author_name: row.authorName,
    created_at: row.createdAt.toISOString(),
    published_at: row.publishedAt?.toISOString() ?? null,
    status: row.status,
    revision: row.revision,
    likes: row.likes,
    comments: row.comments,
  };
}
