import { LRUCache } from "lru-cache";
import type { Clock } from "../../lib/clock.ts";

interface KeptText {
  /** null: no text was ever found. */
  readonly html: string | null;
  readonly triedAt: number;
  readonly failed: boolean;
}

export interface ArticleText {
  readonly html: string;
  /** Whether the last attempt to refresh it failed. */
  readonly isStale: boolean;
}

/**
 * A text that could not be fetched is not requested again before this many milliseconds, however many readers want it.
 */
export const retryAfterMs = 30_000;
const sizeCap = 8 * 1024 * 1024;

/**
 * Caches the texts of articles whose list has none. A cached text is served at once and refreshed in the background; a
 * missing one is fetched once for all waiting readers.
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
  const inFlight = new Map<number, Promise<ArticleText | null>>();

  function renew(id: number): Promise<ArticleText | null> {
    const renewal = inFlight.get(id) ?? fetchAndKeep(id).finally(() => inFlight.delete(id));
    inFlight.set(id, renewal);
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
    /** null if no text is available. */
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
