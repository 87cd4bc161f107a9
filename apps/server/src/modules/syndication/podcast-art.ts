import { createHash } from "node:crypto";
import { readId } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { ensure } from "../../lib/app-error.ts";
import { createDrawings, sendDrawing } from "../../lib/drawings.ts";
import type { PictureProcess } from "../media/pictures/picture-process.ts";
import type { FeedKinds, Show } from "./feed-kinds.ts";

/** Changes when the pictures are drawn differently. */
const design = 1;

/** Contains a hash of what the picture shows, so that the picture at an address never changes. */
const versionOf = ({ name, author }: Show): string =>
  createHash("sha256")
    .update(JSON.stringify([design, name, author]))
    .digest("base64url")
    .slice(0, 12);

/** The path of a podcast's picture. */
export const artPath = (show: Show): string => `/podcasts/${show.key}-${versionOf(show)}.png`;

interface Dependencies {
  readonly kinds: FeedKinds;
  readonly pictures: Pick<PictureProcess, "draw">;
}

/** The square pictures that podcast directories show. */
export function podcastArtRoutes(app: FastifyInstance, { kinds, pictures }: Dependencies): void {
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
      ensure(version === versionOf(show), "not_found");
      const { name, author } = show;
      const foot = ["Podcast", ...(author === name ? [] : [author])].join(" · ");
      const bytes = await drawings(artPath(show), () => pictures.draw({ make: "art", title: name, foot }));
      return sendDrawing(request, reply, version, bytes);
    },
  );
}
