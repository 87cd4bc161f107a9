import type { ContentItem, SearchPage } from "@cairn/contract";
import { find, type Kept, list } from "../lib/device/kept-store.ts";
import { keptAtHeader } from "../lib/device/marks.ts";

/** At most this many answers are looked through. */
const maxAnswers = 400;

/** Searches the titles of the items stored on this device; null if none are stored. */
export async function searchHere(url: string, owner: number): Promise<Response | null> {
  const { searchParams } = new URL(url, "http://device");
  const entries = (await list())
    .filter(
      ({ kind, owner: whose, url: from }) =>
        ["call", "page"].includes(kind) && [0, owner].includes(whose) && holdsItems(from),
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, maxAnswers);
  const items = new Map<number, ContentItem>();
  let oldest = Date.now();
  for (const { key, kind, at } of entries) {
    const found = await find([key]);
    if (!found) continue;
    oldest = Math.min(oldest, at);
    for (const item of itemsIn(kind, await found.body.text()))
      if (!items.has(item.id)) items.set(item.id, item);
  }
  if (items.size === 0) return null;
  const page: SearchPage = { items: matching([...items.values()], searchParams), next: null };
  const headers = { "content-type": "application/json", [keptAtHeader]: new Date(oldest).toISOString() };
  return new Response(JSON.stringify(page), { headers });
}

/** Whether this is the address of an answer or page that contains items as JSON. */
const holdsItems = (url: string) =>
  /^\/(?:api\/(?:content\/\d+$|content\/search|series\/\d+$|saved(?:\?|$))|(?:posts|authors|series|home|feed)\b)/.test(
    url,
  );

function itemsIn(kind: Kept["kind"], text: string): ContentItem[] {
  const json =
    kind === "page" ? /<script type="application\/json"[^>]*>([^<]*)<\/script>/.exec(text)?.[1] : text;
  return json === undefined ? [] : publishedIn(JSON.parse(json));
}

/** The published items anywhere in an answer. */
function publishedIn(value: unknown): ContentItem[] {
  if (typeof value !== "object" || value === null) return [];
  const own = isItem(value) && value.status === "Published" ? [value] : [];
  return [...own, ...Object.values(value).flatMap(publishedIn)];
}

const isItem = (value: object): value is ContentItem =>
  "id" in value &&
  "title" in value &&
  "content_type" in value &&
  "category_name" in value &&
  "status" in value;

/** Those whose title has every word, newest first; accents and case do not count. */
function matching(items: readonly ContentItem[], asked: URLSearchParams): ContentItem[] {
  const words = folded(asked.get("q") ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const fits = (name: string, ...values: string[]) => {
    const wanted = asked.get(name);
    return wanted === null || values.some((value) => folded(value) === folded(wanted));
  };
  return items
    .filter(
      (item) =>
        words.every((word) => folded(item.title).includes(word)) &&
        fits("type", item.content_type) &&
        fits("category", item.category_name, String(item.category_id)) &&
        fits("language", item.language),
    )
    .sort((a, b) => (b.published_at ?? "").localeCompare(a.published_at ?? ""));
}

const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .trim();
