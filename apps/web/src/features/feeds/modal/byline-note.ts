import { formatDay } from "../../../lib/time/dates.ts";
import type { FeedItem } from "../model/feed-item.ts";

/** "Fullstack Development · 17 Nov 2025 · youtube.com", as far as it is known. */
export const bylineNote = ({ category_name, created_at, site }: FeedItem) =>
  [category_name, created_at && formatDay(created_at), site].filter(Boolean).join(" · ");
