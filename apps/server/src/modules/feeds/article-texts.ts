import { LRUCache } from "lru-cache";
import type { Clock } from "../../lib/clock.ts";

interface KeptText {
  /** null: there never was one. */
  readonly html: string | null;
  readonly triedAt: number;
  readonly failed: boolean;
}

export interface ArticleText {
  readonly html: string;
  /** The last try to renew it failed. */
  readonly isStale: boolean;
}

/** A text that could not be had is not asked for again at once, however many readers want it. */
export const retryAfterMs = 30_000;
const sizeCap = 8 * 1024 * 1024;

/**
 * Texts of articles whose list has none, kept for the readers to come. One that is there is shown at once and renewed
 * behind the reader's back; one that is not is fetched once for everybody who waits.
 */
export function createArticleTexts(
  fetchText: (id: number) => Promise<string | null>,
  clock: Clock,
  freshMs: number,
) {
  const kept = new LRUCache<number, KeptText>({
    max: 200,
    maxSize: sizeCap,
    sizeCalculation: ({ html }) => 100 + 2 * (html?.length ?? 0),
  });
  const underway = new Map<number, Promise<ArticleText | null>>();

  function renew(id: number): Promise<ArticleText | null> {
    const renewal = underway.get(id) ?? fetchAndKeep(id).finally(() => underway.delete(id));
    underway.set(id, renewal);
    return renewal;
  }

  async function fetchAndKeep(id: number): Promise<ArticleText | null> {
    const triedAt = clock().getTime();
    const fresh = await fetchText(id);
    const html = fresh ?? kept.get(id)?.html ?? null;
    kept.set(id, { html, triedAt, failed: fresh === null });
    return html === null ? null : { html, isStale: fresh === null };
  }

  return {
    /** null when there is no text to be had. */
    async get(id: number): Promise<ArticleText | null> {
      const known = kept.get(id);
      if (!known) return renew(id);
      const isDue = clock().getTime() - known.triedAt > (known.failed ? retryAfterMs : freshMs);
      if (known.html === null) return isDue ? renew(id) : null;
      if (isDue) void renew(id);
      return { html: known.html, isStale: known.failed };
    },
  };
}
