import type { FeedArticle, FeedVideo } from "@cairn/contract";

type Fields = Partial<Record<string, unknown>>;

const asFields = (raw: unknown): Fields => (typeof raw === "object" && raw !== null ? raw : {});
const asText = (raw: unknown) => (typeof raw === "string" ? raw : "");

/**
 * Leaves out entries that are not valid items. Null if the input is not a list, or if it has entries but none is valid.
 */
export const readVideos = (raw: unknown) => readList(raw, readVideo, ({ guid }) => guid);

export const readArticles = (raw: unknown) => readList(raw, readArticle, ({ id }) => id);

function readList<Item>(raw: unknown, read: (fields: Fields) => Item | null, idOf: (item: Item) => unknown) {
  if (!Array.isArray(raw)) return null;
  const items = new Map<unknown, Item>();
  for (const entry of raw) {
    const item = read(asFields(entry));
    if (item && !items.has(idOf(item))) items.set(idOf(item), item);
  }
  return items.size > 0 || raw.length === 0 ? [...items.values()] : null;
}

function readVideo({ guid, title, pubDate, description, link, author }: Fields): FeedVideo | null {
  if (typeof guid !== "string" || guid === "") return null;
  return {
    guid,
    title: asText(title),
    pubDate: asText(pubDate),
    description: asText(description),
    link: asText(link),
    author: asText(author),
  };
}

function readArticle(fields: Fields): FeedArticle | null {
  const {
    id,
    title,
    published_at,
    url,
    user,
    tag_list,
    description,
    positive_reactions_count: hearts,
  } = fields;
  if (!isCount(id) || id === 0) return null;
  return {
    id,
    title: asText(title),
    published_at: asText(published_at),
    url: asText(url),
    user: { name: asText(asFields(user).name) },
    tag_list: Array.isArray(tag_list) ? tag_list.filter((tag) => typeof tag === "string") : [],
    description: asText(description),
    positive_reactions_count: isCount(hearts) ? hearts : 0,
  };
}

const isCount = (raw: unknown): raw is number => Number.isSafeInteger(raw) && Number(raw) >= 0;
