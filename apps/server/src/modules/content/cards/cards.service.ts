import { LRUCache } from "lru-cache";
import { AppError, ensure } from "../../../lib/app-error.ts";
import type { PictureProcess } from "../../media/pictures/picture-process.ts";
import type { ContentService } from "../content.service.ts";
import { cardPath, cardVersion } from "./card-address.ts";

/** Drawn cards in memory; each takes about 20 KB. */
const keptBytes = 32 * 1024 * 1024;
/** Cards that may wait for the process: uploaded pictures wait behind them. */
const maxWaiting = 8;
/** Seconds. */
const retryAfter = 5;

interface Dependencies {
  readonly content: Pick<ContentService, "published">;
  readonly pictures: Pick<PictureProcess, "draw">;
}

/** The pictures for previews of published items. Each is drawn when it is first asked for. */
export function createCardService({ content, pictures }: Dependencies) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: keptBytes,
    sizeCalculation: ({ length }) => length,
  });
  const waiting = new Map<string, Promise<Buffer>>();

  async function draw(path: string, card: Parameters<PictureProcess["draw"]>[0]): Promise<Buffer> {
    try {
      const drawn = Buffer.from(await pictures.draw(card));
      kept.set(path, drawn);
      return drawn;
    } finally {
      waiting.delete(path);
    }
  }

  return {
    /**
     * The card at this address as a PNG, while it shows the current content. @throws AppError content_not_found,
     * unavailable
     */
    async find(id: number, version: string): Promise<Buffer> {
      const [item] = (await content.published([id])).items;
      ensure(item && cardVersion(item) === version, "content_not_found");
      const { title, content_type: kind, author_name: author } = item;
      const path = cardPath(item);
      const found = kept.get(path) ?? waiting.get(path);
      if (found) return found;
      if (waiting.size >= maxWaiting) throw new AppError("unavailable", { retryAfter });
      const drawing = draw(path, { title, kind, author });
      waiting.set(path, drawing);
      return drawing;
    },
  };
}
export type CardService = ReturnType<typeof createCardService>;
