import type { ContentItem } from "@cairn/contract";
import { authorPath, IdParams, postPath, screens } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { Feed } from "feed";
import { LRUCache } from "lru-cache";
import type { Static } from "typebox";
import type { Changes, Source } from "../../events/changes.ts";
import { sourcesOfItem } from "../../events/sources.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { plainText } from "../../lib/markdown.ts";
import { validXml } from "../../lib/valid-xml.ts";
import type { FinishedAnswer } from "../../plugins/kept-answers.ts";
import { inlineSchema } from "../../plugins/schemas.ts";
import { bytesFor, finishAnswer } from "../../plugins/shared-answers.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { ContentService } from "../content/content.service.ts";
import type { ProfileService } from "../profiles/profiles.service.ts";

const newest = 30;
const summaryLength = 400;
/** The library does not escape "<" in attributes. This placeholder stands in for it; XML has no such character. */
const lessThan = "\ufffelt;";

interface Dependencies {
  content: ContentService;
  profiles: Pick<ProfileService, "author">;
  categories: Pick<CategoryService, "get">;
  changes: Changes;
  publicUrl: string;
}

/** Which items a feed has, and how it names itself. */
interface FeedOf {
  readonly title: string;
  /** The page that shows the same items. */
  readonly page: string;
  readonly filter: Parameters<ContentService["newestPublished"]>[1];
  /** What its name is made of. */
  readonly sources: readonly Source[];
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
  { content, profiles, categories, changes, publicUrl }: Dependencies,
): void {
  const kept = new LRUCache<string, { version: number; sources: Source[]; answer: FinishedAnswer }>({
    max: keptFeeds,
  });

  async function feedAt(path: string, find: () => Promise<FeedOf>): Promise<FinishedAnswer> {
    const known = kept.get(path);
    if (known && !changes.haveTouched(known.sources, known.version)) return known.answer;
    const { version } = changes;
    const feed = await find();
    const items = await content.newestPublished(newest, feed.filter);
    const sources: Source[] = ["list", ...feed.sources, ...items.flatMap(sourcesOfItem)];
    const answer = finishAnswer(atomFeed(items, feed, path, publicUrl));
    kept.set(path, { version, sources, answer });
    return answer;
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
        const bytes = await bytesFor(request, reply, await feedAt(pathOf(asked), () => find(asked)));
        return reply
          .type("application/atom+xml; charset=utf-8")
          .header("cache-control", "public, max-age=300")
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

function atomFeed(
  items: readonly ContentItem[],
  { title, page }: FeedOf,
  path: string,
  publicUrl: string,
): string {
  const [latest] = items;
  const feed = new Feed({
    id: path === "/feed.xml" ? `${publicUrl}/` : publicUrl + path,
    title,
    description: "Verified tech content: checked by a named person, revision by revision.",
    link: publicUrl + page,
    language: "en",
    feedLinks: { atom: publicUrl + path },
    favicon: `${publicUrl}/favicon.svg`,
    copyright: "© 2025 Cairn",
    updated: new Date(latest?.published_at ?? 0),
  });
  for (const item of items) {
    const link = publicUrl + postPath(item.id);
    const category = item.category_name.replaceAll("<", lessThan);
    feed.addItem({
      id: link,
      link,
      title: escapeHtml(item.title),
      // The library outputs titles and summaries as HTML.
      description: escapeHtml(plainText(item.body, summaryLength)),
      author: [{ name: item.author_name }],
      category: [{ name: category, term: category }],
      date: new Date(item.published_at ?? item.created_at),
      published: new Date(item.published_at ?? item.created_at),
    });
  }
  return validXml(feed.atom1().replaceAll(lessThan, "&lt;"));
}
