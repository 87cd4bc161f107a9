import { type ContentItem, limits, withIsolatedNames } from "@cairn/contract";
import { AppError, ensure } from "../../../lib/app-error.ts";
import { createDrawings } from "../../../lib/drawings.ts";
import { formatDay } from "../../../lib/format-day.ts";
import { readBounded } from "../../../lib/read-bounded.ts";
import { drawnLook, type Site } from "../../../lib/site-look.ts";
import type { LedgerService } from "../../ledger/ledger.service.ts";
import type { MediaService } from "../../media/media.service.ts";
import type { PictureProcess } from "../../media/pictures/picture-process.ts";
import type { BrandOf } from "../../settings/site-brand.ts";
import type { ContentService } from "../content.service.ts";
import { cardPath, cardVersion } from "./card-address.ts";

interface Dependencies {
  readonly content: Pick<ContentService, "onCard">;
  readonly ledger: Pick<LedgerService, "listOf">;
  readonly media: Pick<MediaService, "read">;
  readonly pictures: Pick<PictureProcess, "draw">;
  readonly site: Site;
  readonly brand: BrandOf;
}

/** The pictures for previews of published items. Each is drawn when it is first asked for. */
export function createCardService({ content, ledger, media, pictures, site, brand }: Dependencies) {
  const drawings = createDrawings();

  async function draw(item: ContentItem, cover: string | null): Promise<Uint8Array> {
    const { title, content_type: kind, author_name: author } = item;
    const approval = await approvalOf(item);
    const picture = cover === null ? null : await bytesOf(cover);
    return pictures.draw({
      make: "card",
      title: withIsolatedNames(title),
      kind,
      author,
      approval,
      picture,
      brand: await brand(),
    });
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
      const look = drawnLook(site());
      ensure(shown && cardVersion(shown.item, look) === version, "content_not_found");
      const { item, cover } = shown;
      return drawings(cardPath(item, look), () => draw(item, cover));
    },
  };
}
export type CardService = ReturnType<typeof createCardService>;
