import { authorPath, postPath, screens } from "@cairn/contract";
import { and, between, desc, eq, gt, isNotNull, max, type SQL } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Database } from "../../db/database.ts";
import { content, contentCounts, ledger } from "../../db/schema.ts";
import type { Changes } from "../../events/changes.ts";
import { AppError } from "../../lib/app-error.ts";
import { addressKey } from "../../lib/client-address.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { FinishedAnswer } from "../../plugins/kept-answers.ts";
import type { Limits } from "../../plugins/limits.ts";
import { bytesFor, finishAnswer } from "../../plugins/shared-answers.ts";

/** Addresses in one file. A site with more answers an index of files (sitemaps.org allows 50,000). */
const perFile = 10_000;
/** Files in memory, of at most a megabyte each. */
const keptFiles = 16;

const publicScreens = [
  screens.landing,
  screens.library,
  screens.ledger,
  screens.home,
  screens.feedPage,
  screens.category,
];

interface Dependencies {
  db: Database;
  changes: Changes;
  limits: Limits;
  publicUrl: string;
}

interface Address {
  readonly path: string;
  /** When the revision that readers see was approved. */
  readonly lastmod?: Date;
}

/**
 * `/robots.txt`, and the sitemap of everything that is public, for search engines: `/sitemap.xml`, or an index of
 * `/sitemaps/posts/N.xml` and `/sitemaps/authors/N.xml`, each of ten thousand ids. A file is made again only after the
 * list of public posts has changed, once however many ask for it.
 */
export function sitemapRoutes(app: FastifyInstance, { db, changes, limits, publicUrl }: Dependencies): void {
  const kept = new LRUCache<string, { version: number; answer: Promise<FinishedAnswer> }>({ max: keptFiles });

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<string>,
  ): Promise<FastifyReply> {
    await limits.take("readByAddress", addressKey(request.ip));
    const [path = ""] = request.url.split("?", 1);
    let file = kept.get(path);
    if (!file || changes.haveTouched(["list"], file.version)) {
      file = { version: changes.version, answer: make().then(finishAnswer) };
      kept.set(path, file);
      file.answer.catch(() => kept.delete(path));
    }
    const bytes = await bytesFor(request, reply, await file.answer);
    return reply.type("application/xml; charset=utf-8").send(bytes);
  }

  app.get("/robots.txt", { schema: { hide: true } }, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /auth/\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );

  app.get("/sitemap.xml", { schema: { hide: true } }, (request, reply) =>
    send(request, reply, async () => {
      const authors = await authorAddresses(db);
      const posts = await postAddresses(db);
      const all = [...publicScreens.map((path) => ({ path })), ...posts, ...authors];
      return all.length > perFile ? indexXml(publicUrl, await filePaths(db)) : urlsXml(publicUrl, all);
    }),
  );

  app.get<{ Params: { kind: string; file: string } }>(
    "/sitemaps/:kind/:file",
    { schema: { hide: true } },
    (request, reply) => {
      const { kind, file } = request.params;
      const addresses = kind === "posts" ? postAddresses : kind === "authors" ? authorAddresses : null;
      const number = Number(/^\d{1,8}(?=\.xml$)/.exec(file)?.[0] ?? Number.NaN);
      return send(request, reply, async () => {
        const found = addresses && !Number.isNaN(number) ? await addresses(db, number) : [];
        if (found.length === 0) throw new AppError("not_found");
        return urlsXml(publicUrl, found);
      });
    },
  );
}

/** The published posts of a file's ids; without a file the newest, one more than a file holds. */
async function postAddresses(db: Database, file?: number): Promise<Address[]> {
  const rows = await db.query
    .select({ id: content.id, lastmod: ledger.decidedAt })
    .from(content)
    .innerJoin(ledger, eq(ledger.seq, content.publishedReview))
    .where(and(isNotNull(content.publishedRevisionId), idsOf(content.id, file)))
    .orderBy(file === undefined ? desc(content.publishedAt) : content.id)
    .limit(perFile + 1);
  return rows.map(({ id, lastmod }) => ({ path: postPath(id), lastmod }));
}

/** The same for members with published posts. */
async function authorAddresses(db: Database, file?: number): Promise<Address[]> {
  const rows = await db.query
    .select({ id: contentCounts.authorId })
    .from(contentCounts)
    .where(
      and(
        eq(contentCounts.status, "Published"),
        gt(contentCounts.total, 0),
        idsOf(contentCounts.authorId, file),
      ),
    )
    .orderBy(contentCounts.authorId)
    .limit(perFile + 1);
  return rows.map(({ id }) => ({ path: authorPath(id) }));
}

const idsOf = (
  column: typeof content.id | typeof contentCounts.authorId,
  file: number | undefined,
): SQL | undefined =>
  file === undefined ? undefined : between(column, file * perFile, (file + 1) * perFile - 1);

async function filePaths(db: Database): Promise<string[]> {
  const [posts] = await db.query.select({ highest: max(content.id) }).from(content);
  const [authors] = await db.query.select({ highest: max(contentCounts.authorId) }).from(contentCounts);
  const filesOf = (kind: string, highest = 0) =>
    Array.from({ length: Math.floor(highest / perFile) + 1 }, (_, file) => `/sitemaps/${kind}/${file}.xml`);
  return [...filesOf("posts", posts?.highest ?? 0), ...filesOf("authors", authors?.highest ?? 0)];
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

const indexXml = (publicUrl: string, paths: readonly string[]): string => {
  const entries = paths.map((path) => `<sitemap><loc>${escapeHtml(publicUrl + path)}</loc></sitemap>`);
  return `${declaration}\n<sitemapindex ${namespace}>\n${entries.join("\n")}\n</sitemapindex>\n`;
};

const urlsXml = (publicUrl: string, addresses: readonly Address[]): string => {
  const entries = addresses.map(({ path, lastmod }) => {
    const time = lastmod ? `<lastmod>${lastmod.toISOString()}</lastmod>` : "";
    return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${time}</url>`;
  });
  return `${declaration}\n<urlset ${namespace}>\n${entries.join("\n")}\n</urlset>\n`;
};
