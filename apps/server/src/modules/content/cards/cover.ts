import { picturesIn } from "../../../lib/picture-marks.ts";
import { renditionKey } from "../../../lib/present-media.ts";
import type { PublishedItem } from "../content.presenter.ts";

interface Shown {
  readonly key: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Widths of its smaller files. */
  readonly widths: readonly number[];
}

/**
 * The stored file of the picture that stands for an item: its cover, its own picture, its poster, or the first picture of
 * its text; null for none, and where it would be drawn more than twice its size. The smallest that is this high,
 * in pixels. It belongs to the revision, so it never changes within one.
 */
export function coverOf(published: PublishedItem, height: number): string | null {
  const shown = ownPicture(published) ?? picturesIn(published.detail.body_html)[0];
  if (!shown) return null;
  const { width: ownWidth, height: ownHeight, widths } = shown;
  if (ownHeight !== null && ownHeight < height / 2) return null;
  const isEnough = (width: number) => ownWidth && ownHeight && (width * ownHeight) / ownWidth >= height;
  const smaller = [...widths].sort((one, other) => one - other).find(isEnough);
  return smaller === undefined ? shown.key : renditionKey(shown.key, smaller, "webp");
}

function ownPicture({ item }: PublishedItem): Shown | null {
  const media = item.cover ?? item.media;
  const url = media?.type.startsWith("image/") ? media.url : item.poster;
  if (!url) return null;
  const { width = null, height = null, sources = [] } = media ?? {};
  const widths = sources.flatMap((source) => (source.type === "image/webp" ? [source.width] : []));
  return { key: url.replace(/^.*\//, ""), width, height, widths };
}
