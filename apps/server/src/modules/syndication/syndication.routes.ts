import type { ContentItem } from "@cairn/contract";
import { authorPath, IdParams, postPath, screens } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { Feed } from "feed";
import { LRUCache } from "lru-cache";
import type { Static } from "typebox";
import type { FinishedAnswer } from "../../answers/answer-cache.ts";
import { bytesFor, finishAnswer } from "../../answers/shared-answers.ts";
import { inlineSchema } from "../../calls/schemas.ts";
import type { Changes, Source } from "../../events/changes.ts";
import { sourcesOfItem, turnOf } from "../../events/sources.ts";
import type { Clock } from "../../lib/clock.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { validXml } from "../../lib/valid-xml.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { ContentService } from "../content/content.service.ts";
import type { ProfileService } from "../profiles/profiles.service.ts";
import type { FeedIds, SyndicationService } from "./syndication.service.ts";

const newest = 30;
/** The library does not escape "<" in attributes. This placeholder stands in for it; XML has no such character. */
const lessThan = "\ufffelt;";

interface Dependencies {
  syndication: Pick<SyndicationService, "approvalTimes">;
  content: ContentService;
  profiles: Pick<ProfileService, "author">;
  categories: Pick<CategoryService, "get">;
  changes: Changes;
  clock: Clock;
  publicUrl: string;
  idOf: FeedIds;
}

/** Which items a feed has, and how it names itself. */
interface FeedOf {
  readonly title: string;
  /** The page that shows the same items. */
  readonly page: string;
  readonly filter: Parameters<ContentService["newestPublished"]>[1];
  /** Sources of its name. */
  readonly sources: readonly Source[];
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

const whole: FeedOf = { title: "Cairn", page: screens.library, filter: {}, sources: [] };
/** Feeds in memory, of at most some tens of kilobytes each. */
const keptFeeds = 200;

/**
 * `/feed.xml`, and one feed for each author and category: the newest published items in Atom's format. Each is built
 * again only after something has changed.
 */
export function syndicationRoutes(
  app: FastifyInstance,
  { syndication, content, profiles, categories, changes, clock, publicUrl, idOf }: Dependencies,
): void {
  const kept = new LRUCache<string, KeptFeed>({ max: keptFeeds });

  async function feedAt(path: string, find: () => Promise<FeedOf>): Promise<KeptFeed> {
    const known = kept.get(path);
    const turn = known && turnOf(known.sources);
    const hasTurned = turn && turn <= clock();
    if (known && !hasTurned && !changes.haveTouched(known.sources, known.version)) return known;
    const { version } = changes;
    const feed = await find();
    const items = await content.newestPublished(newest, feed.filter);
    const approvals = await syndication.approvalTimes(items.map(({ id }) => id));
    const sources: Source[] = ["list", ...feed.sources, ...items.flatMap(sourcesOfItem)];
    const made = {
      version,
      sources,
      answer: finishAnswer(atomFeed(items, { ...feed, path, approvals, publicUrl, idOf })),
    };
    kept.set(path, made);
    return made;
  }

  const serve = <Params>(
    path: string,
    { operationId, summary }: { operationId: string; summary: string },
    find: (params: Params) => Promise<FeedOf>,
    pathOf: (params: Params) => string,
    params?: object,
  ) =>
    app.get(
      path,
      {
        config: { limit: "read" },
        schema: {
          operationId,
          summary,
          tags: ["Content"],
          hide: app.prefix !== "",
          ...(params && { params }),
        },
      },
      async (request, reply) => {
        const asked = request.params as Params;
        const feed = await feedAt(pathOf(asked), () => find(asked));
        const bytes = await bytesFor(request, reply, feed.answer);
        return reply
          .type("application/atom+xml; charset=utf-8")
          .header("cache-control", `public, max-age=${secondsToKeep(feed, clock())}`)
          .send(bytes);
      },
    );

  serve(
    "/feed.xml",
    { operationId: "getAtomFeed", summary: "The newest published items as an Atom feed" },
    async () => whole,
    () => "/feed.xml",
  );
  serve<Static<typeof IdParams>>(
    "/authors/:id/feed.xml",
    { operationId: "getAuthorFeed", summary: "An author's newest published items as an Atom feed" },
    async ({ id }) => {
      const { name } = await profiles.author(id);
      return {
        title: `${name} on Cairn`,
        page: authorPath(id),
        filter: { authorId: id },
        sources: [`user:${id}`],
      };
    },
    ({ id }) => `/authors/${id}/feed.xml`,
    inlineSchema(IdParams),
  );
  serve<Static<typeof IdParams>>(
    "/categories/:id/feed.xml",
    { operationId: "getCategoryFeed", summary: "A category's newest published items as an Atom feed" },
    async ({ id }) => {
      const { name } = await categories.get(id);
      return {
        title: `${name} on Cairn`,
        page: `${screens.library}?category=${id}`,
        filter: { inCategories: [id] },
        sources: ["categories", `category:${id}`],
      };
    },
    ({ id }) => `/categories/${id}/feed.xml`,
    inlineSchema(IdParams),
  );
}

interface Making extends FeedOf, Pick<Dependencies, "publicUrl" | "idOf"> {
  readonly path: string;
  /** When the revision of each item that readers see was approved. */
  readonly approvals: ReadonlyMap<number, Date>;
}

function atomFeed(
  items: readonly ContentItem[],
  { title, page, path, approvals, publicUrl, idOf }: Making,
): string {
  const publishedOf = (item: ContentItem) => new Date(item.published_at ?? item.created_at);
  // An item that was withdrawn in the meantime has no approval; the feed is about to be rebuilt without it.
  const updatedOf = (item: ContentItem) => approvals.get(item.id) ?? publishedOf(item);
  const feed = new Feed({
    id: idOf(path === "/feed.xml" ? "/" : path),
    title,
    description: "Verified tech content: checked by a named person, revision by revision.",
    link: publicUrl + page,
    language: "en",
    feedLinks: { atom: publicUrl + path },
    favicon: `${publicUrl}/favicon.svg`,
    copyright: "© 2025 Cairn",
    updated: new Date(Math.max(0, ...items.map((item) => updatedOf(item).getTime()))),
  });
  for (const item of items) {
    const link = publicUrl + postPath(item.id);
    const category = item.category_name.replaceAll("<", lessThan);
    feed.addItem({
      id: idOf(postPath(item.id)),
      link,
      title: escapeHtml(item.title),
      // The library outputs titles and summaries as HTML.
      description: escapeHtml(item.excerpt),
      author: [{ name: item.author_name }],
      category: [
        { name: category, term: category },
        ...(item.standing === null ? [] : [{ term: item.standing, scheme: `${publicUrl}/standing` }]),
      ],
      // The library's name for "updated".
      date: updatedOf(item),
      published: publishedOf(item),
    });
  }
  const languages = items.map(({ language }) => language).values();
  // The library knows no language of an entry; titles and summaries are escaped, so no other place reads so.
  const xml = feed.atom1().replaceAll("<entry>", () => `<entry xml:lang="${languages.next().value}">`);
  return validXml(xml.replaceAll(lessThan, "&lt;"));
}
