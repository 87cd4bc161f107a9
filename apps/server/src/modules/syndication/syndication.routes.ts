import type { ContentItem } from "@cairn/contract";
import { IdParams } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { Static } from "typebox";
import type { FinishedAnswer } from "../../answers/answer-cache.ts";
import { bytesFor, finishAnswer } from "../../answers/shared-answers.ts";
import { inlineSchema } from "../../calls/schemas.ts";
import type { Changes, Source } from "../../events/changes.ts";
import { sourcesOfItem, turnOf } from "../../events/sources.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Site } from "../../lib/site-look.ts";
import type { ContentService } from "../content/content.service.ts";
import { atomFeed } from "./atom-feed.ts";
import type { FeedKinds, FeedOf, ShowFeed } from "./feed-kinds.ts";
import { keyOf, podcastFeed } from "./podcast-feed.ts";
import type { FeedIds, SyndicationService } from "./syndication.service.ts";

const newest = 30;

interface Dependencies {
  syndication: Pick<SyndicationService, "approvalTimes" | "fileSizes">;
  content: ContentService;
  kinds: FeedKinds;
  changes: Changes;
  clock: Clock;
  publicUrl: string;
  idOf: FeedIds;
  site: Site;
}

interface Written {
  readonly items: readonly ContentItem[];
  readonly xml: string;
}

interface KeptFeed {
  readonly version: number;
  readonly sources: readonly Source[];
  readonly answer: FinishedAnswer;
}

/** A reader's program may keep a feed for five minutes, but not beyond its time. */
function secondsToKeep({ sources }: KeptFeed, now: Date): number {
  const turn = turnOf(sources);
  return Math.min(300, turn ? Math.max(0, Math.floor((turn.getTime() - now.getTime()) / 1000)) : 300);
}

/** Feeds in memory, of at most some tens of kilobytes each. */
const keptFeeds = 200;

/**
 * The newest published items in Atom's format (`/feed.xml`, and one for each author and category), and the newest
 * recordings as podcasts (`/podcast.xml`, and one for each author and series). Each is built again only after something
 * has changed.
 */
export function syndicationRoutes(
  app: FastifyInstance,
  { syndication, content, kinds, changes, clock, publicUrl, idOf, site }: Dependencies,
): void {
  const kept = new LRUCache<string, KeptFeed>({ max: keptFeeds });

  const atom = {
    type: "application/atom+xml; charset=utf-8",
    async write(feed: FeedOf, path: string): Promise<Written> {
      const items = await content.newestPublished(newest, feed.filter);
      const approvals = await syndication.approvalTimes(items.map(({ id }) => id));
      return { items, xml: atomFeed(items, approvals, { ...feed, path, publicUrl, idOf, site }) };
    },
  };

  const podcast = {
    type: "application/rss+xml; charset=utf-8",
    async write(feed: ShowFeed, path: string): Promise<Written> {
      const items = await content.newestPublished(newest, { ...feed.filter, contentType: "Audio" });
      const sizes = await syndication.fileSizes(items.flatMap(({ media }) => (media ? keyOf(media) : [])));
      return { items, xml: podcastFeed(items, sizes, { ...feed, path, publicUrl, idOf, site }) };
    },
  };

  async function feedAt(
    path: string,
    write: () => Promise<Written & Pick<FeedOf, "sources">>,
  ): Promise<KeptFeed> {
    const known = kept.get(path);
    const turn = known && turnOf(known.sources);
    const hasTurned = turn && turn <= clock();
    if (known && !hasTurned && !changes.haveTouched(known.sources, known.version)) return known;
    const { version } = changes;
    const { items, xml, sources } = await write();
    const made = {
      version,
      sources: ["list" as const, ...sources, ...items.flatMap(sourcesOfItem)],
      answer: finishAnswer(xml),
    };
    kept.set(path, made);
    return made;
  }

  function serve<Feed extends FeedOf>(
    path: string,
    { type, write }: { type: string; write(feed: Feed, path: string): Promise<Written> },
    { operationId, summary }: { operationId: string; summary: string },
    find: (id: number) => Promise<Feed>,
  ): void {
    const hasId = path.includes(":id");
    app.get(
      path,
      {
        config: { limit: "read" },
        schema: {
          operationId,
          summary,
          tags: ["Content"],
          hide: app.prefix !== "",
          ...(hasId && { params: inlineSchema(IdParams) }),
        },
      },
      async (request, reply) => {
        const id = hasId ? (request.params as Static<typeof IdParams>).id : 0;
        const asked = path.replace(":id", String(id));
        const feed = await feedAt(asked, async () => {
          const found = await find(id);
          return { ...(await write(found, asked)), sources: found.sources };
        });
        const bytes = await bytesFor(request, reply, feed.answer);
        return reply
          .type(type)
          .header("cache-control", `public, max-age=${secondsToKeep(feed, clock())}, s-maxage=0`)
          .send(bytes);
      },
    );
  }

  serve(
    "/feed.xml",
    atom,
    { operationId: "getAtomFeed", summary: "The newest published items as an Atom feed" },
    kinds.site,
  );
  serve(
    "/authors/:id/feed.xml",
    atom,
    { operationId: "getAuthorFeed", summary: "An author's newest published items as an Atom feed" },
    kinds.author,
  );
  serve(
    "/categories/:id/feed.xml",
    atom,
    { operationId: "getCategoryFeed", summary: "A category's newest published items as an Atom feed" },
    kinds.category,
  );
  serve(
    "/podcast.xml",
    podcast,
    { operationId: "getPodcast", summary: "The newest published recordings as a podcast (RSS)" },
    kinds.site,
  );
  serve(
    "/authors/:id/podcast.xml",
    podcast,
    {
      operationId: "getAuthorPodcast",
      summary: "An author's newest published recordings as a podcast (RSS)",
    },
    kinds.author,
  );
  serve(
    "/series/:id/podcast.xml",
    podcast,
    { operationId: "getSeriesPodcast", summary: "A series' newest published recordings as a podcast (RSS)" },
    kinds.series,
  );
}
