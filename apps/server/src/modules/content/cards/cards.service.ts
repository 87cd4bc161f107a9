import { type ContentItem, limits, withIsolatedNames } from "@cairn/contract";
import { LRUCache } from "lru-cache";
import { AppError, ensure } from "../../../lib/app-error.ts";
import { formatDay } from "../../../lib/format-day.ts";
import { readBounded } from "../../../lib/read-bounded.ts";
import type { LedgerService } from "../../ledger/ledger.service.ts";
import type { MediaService } from "../../media/media.service.ts";
import type { PictureProcess } from "../../media/pictures/picture-process.ts";
import type { ContentService } from "../content.service.ts";
import { cardPath, cardVersion } from "./card-address.ts";

/** Drawn cards in memory; each takes about 20 KB, and with a picture ten times as much. */
const keptBytes = 32 * 1024 * 1024;
/** Cards that may wait for the process: uploaded pictures wait behind them. */
const maxWaiting = 8;
/** Seconds. */
const retryAfter = 5;

interface Dependencies {
  readonly content: Pick<ContentService, "onCard">;
  readonly ledger: Pick<LedgerService, "listOf">;
  readonly media: Pick<MediaService, "read">;
  readonly pictures: Pick<PictureProcess, "draw">;
}

/** The pictures for previews of published items. Each is drawn when it is first asked for. */
export function createCardService({ content, ledger, media, pictures }: Dependencies) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: keptBytes,
    sizeCalculation: ({ length }) => length,
  });
  const waiting = new Map<string, Promise<Buffer>>();

  async function draw(path: string, item: ContentItem, cover: string | null): Promise<Buffer> {
    try {
      const { title, content_type: kind, author_name: author } = item;
      const approval = await approvalOf(item);
      const picture = cover === null ? null : await bytesOf(cover);
      const drawn = Buffer.from(
        await pictures.draw({ title: withIsolatedNames(title), kind, author, approval, picture }),
      );
      kept.set(path, drawn);
      return drawn;
    } finally {
      waiting.delete(path);
    }
  }

  /** null: they are gone, or too many. @throws AppError unavailable */
  async function bytesOf(key: string): Promise<Uint8Array | null> {
    try {
      return await readBounded(await media.read(key), limits.textPictureBytes);
    } catch (error) {
      if (error instanceof AppError && error.code !== "not_found") throw error;
      return null;
    }
  }

  /** That of the shown revision: a later renewal changes no card. */
  async function approvalOf({ id, revision }: ContentItem) {
    const reviews = await ledger.listOf(null, id);
    const approval = reviews.find((one) => one.decision === "approved" && one.revision === revision);
    return approval
      ? { by: approval.reviewer?.name ?? null, on: formatDay(new Date(approval.decided_at)) }
      : null;
  }

  return {
    /**
     * The card at this address as a PNG, while it shows the current content. @throws AppError content_not_found,
     * unavailable
     */
    async find(id: number, version: string): Promise<Buffer> {
      const shown = await content.onCard(id);
      ensure(shown && cardVersion(shown.item) === version, "content_not_found");
      const { item, cover } = shown;
      const path = cardPath(item);
      const found = kept.get(path) ?? waiting.get(path);
      if (found) return found;
      if (waiting.size >= maxWaiting) throw new AppError("unavailable", { retryAfter });
      const drawing = draw(path, item, cover);
      waiting.set(path, drawing);
      return drawing;
    },
  };
}
export type CardService = ReturnType<typeof createCardService>;
