import { createHash } from "node:crypto";
import { readId } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { ensure } from "../../lib/app-error.ts";
import { createDrawings, sendDrawing } from "../../lib/drawings.ts";
import { type DrawnLook, drawnLook, type Site } from "../../lib/site-look.ts";
import type { PictureProcess } from "../media/pictures/picture-process.ts";
import type { BrandOf } from "../settings/site-brand.ts";
import type { FeedKinds, Show } from "./feed-kinds.ts";

/** Changes when the pictures are drawn differently. */
const design = 1;

/** Contains a hash of what the picture shows, so that the picture at an address never changes. */
const versionOf = ({ name, author }: Show, look: DrawnLook | null): string =>
  createHash("sha256")
    .update(JSON.stringify([design, name, author, ...(look ? [look] : [])]))
    .digest("base64url")
    .slice(0, 12);

/** The path of a podcast's picture. */
export const artPath = (show: Show, look: DrawnLook | null): string =>
  `/podcasts/${show.key}-${versionOf(show, look)}.png`;

interface Dependencies {
  readonly kinds: FeedKinds;
  readonly pictures: Pick<PictureProcess, "draw">;
  readonly site: Site;
  readonly brand: BrandOf;
}

/** The square pictures that podcast directories show. */
export function podcastArtRoutes(app: FastifyInstance, { kinds, pictures, site, brand }: Dependencies): void {
  const drawings = createDrawings();

  app.get<{ Params: { file: string } }>(
    "/podcasts/:file",
    { schema: { hide: true }, config: { limit: "read" } },
    async (request, reply) => {
      const [, kind, written, version = ""] =
        /^(?:site|(author|series)-(\d{1,15}))-([\w-]{12})\.png$/.exec(request.params.file) ?? [];
      ensure(version, "not_found");
      const id = readId(written) ?? 0;
      const { show } = await (kind === "author"
        ? kinds.author(id)
        : kind === "series"
          ? kinds.series(id)
          : kinds.site());
      const look = drawnLook(site());
      ensure(version === versionOf(show, look), "not_found");
      const { name, author } = show;
      const foot = ["Podcast", ...(author === name ? [] : [author])].join(" · ");
      const bytes = await drawings(artPath(show, look), async () =>
        pictures.draw({ make: "art", title: name, foot, brand: await brand() }),
      );
      return sendDrawing(request, reply, version, bytes);
    },
  );
}
