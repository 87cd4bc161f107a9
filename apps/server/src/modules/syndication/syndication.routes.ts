import type { ContentItem } from "@cairn/contract";
import { postPath, screens } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { Feed } from "feed";
import type { Changes, Source } from "../../events/changes.ts";
import { sourcesOfItem } from "../../events/sources.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { plainText } from "../../lib/markdown.ts";
import { validXml } from "../../lib/valid-xml.ts";
import type { FinishedAnswer } from "../../plugins/kept-answers.ts";
import { bytesFor, finishAnswer } from "../../plugins/shared-answers.ts";
import type { ContentService } from "../content/content.service.ts";

const newest = 30;
const summaryLength = 400;
/** The library does not escape "<" in attributes. This placeholder stands in for it; XML has no such character. */
const lessThan = "\ufffelt;";

interface Dependencies {
  content: ContentService;
  changes: Changes;
  publicUrl: string;
}

/** `/feed.xml`: the newest published items as an Atom feed. Rebuilt only after something has changed. */
export function syndicationRoutes(app: FastifyInstance, { content, changes, publicUrl }: Dependencies): void {
  let kept: { version: number; sources: Source[]; answer: FinishedAnswer } | null = null;
  app.get(
    "/feed.xml",
    {
      schema: {
        operationId: "getAtomFeed",
        summary: "The newest published items as an Atom feed",
        tags: ["Content"],
        hide: app.prefix !== "",
      },
    },
    async (request, reply) => {
      const { version } = changes;
      if (!kept || changes.haveTouched(kept.sources, kept.version)) {
        const items = await content.newestPublished(newest);
        const sources: Source[] = ["list", ...items.flatMap(sourcesOfItem)];
        kept = { version, sources, answer: finishAnswer(atomFeed(items, publicUrl)) };
      }
      const bytes = await bytesFor(request, reply, kept.answer);
      return reply
        .type("application/atom+xml; charset=utf-8")
        .header("cache-control", "public, max-age=300")
        .send(bytes);
    },
  );
}

function atomFeed(items: readonly ContentItem[], publicUrl: string): string {
  const [latest] = items;
  const feed = new Feed({
    id: `${publicUrl}/`,
    title: "Cairn",
    description: "Verified tech content: checked by a named person, revision by revision.",
    link: `${publicUrl}${screens.library}`,
    language: "en",
    feedLinks: { atom: `${publicUrl}/feed.xml` },
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
