import {
  authorPath,
  limits,
  postPath,
  readContentType,
  readLanguage,
  readSearchWords,
  screens,
  seriesPath,
} from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { pageOptions } from "../../calls/page-or-call.ts";
import { turnOf } from "../../events/sources.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { type LibraryAsk, ledgerPath, libraryPath } from "./page-addresses.ts";
import type { MissingPage, Page, PageService } from "./pages.service.ts";

/** The screens whose pages are rendered here, once the build has what they are rendered with. */
export const renderedScreens: readonly string[] = [
  screens.landing,
  screens.post,
  screens.author,
  screens.series,
  screens.library,
  screens.ledger,
  screens.home,
  screens.feed,
  screens.feedPage,
];

/**
 * A browser asks each time, so that members see their own change after a reload. A proxy may answer without asking for a
 * minute: that much later a removal has reached every reader.
 */
const cacheControl = "public, max-age=0, s-maxage=60, must-revalidate";
/** Milliseconds: what a proxy keeps a page for. */
const keptByProxies = 60_000;

interface Dependencies {
  readonly pages: PageService;
  readonly clock: Clock;
}

interface RenderedPage {
  readonly screen: string;
  /** The page's address with what changes it, and nothing else; null for an address that cannot be one. */
  address(request: FastifyRequest): string | null;
  /** @throws AppError not found: `missing` answers then. */
  page(request: FastifyRequest): Promise<Page>;
  missing?(request: FastifyRequest): Promise<MissingPage>;
}

const idOf = ({ params }: FastifyRequest): number => {
  const { id } = params as { id: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
};
const rawOf = (query: unknown, name: string): string => {
  const value = (query as Record<string, unknown>)[name];
  return typeof value === "string" ? value : "";
};
const textOf = (query: unknown, name: string): string => rawOf(query, name).trim();
const cursorOf = ({ query }: FastifyRequest): string => textOf(query, "cursor");
const askOf = ({ query }: FastifyRequest): LibraryAsk => ({
  q: [...readSearchWords(rawOf(query, "q"))].slice(0, limits.searchLength).join(""),
  type: readContentType(textOf(query, "type")) ?? "",
  category: textOf(query, "category"),
  language: readLanguage(textOf(query, "language")) ?? "",
  cursor: textOf(query, "cursor"),
});
const withId = (path: (id: number) => string) => (request: FastifyRequest) =>
  idOf(request) === 0 ? null : path(idOf(request));

/** Pages that are whole before any script runs. Each is kept as finished bytes until what it is made of changes. */
export function pageRoutes(app: FastifyInstance, { pages, clock }: Dependencies): void {
  const rendered: RenderedPage[] = [
    { screen: screens.landing, address: () => screens.landing, page: () => pages.landing() },
    {
      screen: screens.post,
      address: withId(postPath),
      page: (request) => pages.post(idOf(request)),
      missing: (request) => pages.missingPost(idOf(request)),
    },
    {
      screen: screens.author,
      address: withId(authorPath),
      page: (request) => pages.author(idOf(request)),
      missing: async () => pages.missingAuthor,
    },
    {
      screen: screens.series,
      address: withId(seriesPath),
      page: (request) => pages.series(idOf(request)),
      missing: async () => pages.missingSeries,
    },
    {
      screen: screens.library,
      address: (request) => libraryPath(askOf(request)),
      page: (request) => pages.library(askOf(request)),
    },
    {
      screen: screens.ledger,
      address: (request) => ledgerPath(cursorOf(request)),
      page: (request) => pages.ledger(cursorOf(request)),
    },
    // One page at two addresses (docs/rules.md#home-and-feed), of which each marks its own place.
    ...[screens.home, screens.feed].map((screen) => ({
      screen,
      address: () => screen,
      page: () => pages.home(screen),
    })),
    { screen: screens.feedPage, address: () => screens.feedPage, page: () => pages.feedPage() },
  ];

  for (const { screen, address, page, missing } of rendered) {
    app.get(
      screen,
      {
        ...pageOptions(screen),
        config: { pageAddress: address, limit: "read" },
        onRequest: async (_request, reply) => {
          // Other sites cannot read pages, so the answer does not vary by the asking site.
          for (const name of crossOriginHeaders) reply.removeHeader(name);
        },
      },
      async (request, reply) => {
        const found = await page(request).catch((error: unknown) => unlessMissing(error, missing));
        return found ? sendPage(reply, found, clock()) : sendMissing(reply, await missing?.(request));
      },
    );
  }
}

const crossOriginHeaders = [
  "vary",
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-expose-headers",
];

const sendHtml = (reply: FastifyReply, html: string) => reply.type("text/html; charset=utf-8").send(html);

/** In the last minute before its time a page is one that no proxy may keep, so that none shows it beyond. */
function sendPage(reply: FastifyReply, { html, sources }: Page, now: Date): FastifyReply {
  const turn = sources && turnOf(sources);
  const last = turn && turn.getTime() - keptByProxies;
  const isLasting = last === null || last > now.getTime();
  if (sources) madeOf(reply, last !== null && isLasting ? [...sources, `turns:${last}`] : sources);
  return sendHtml(reply.header("cache-control", sources && isLasting ? cacheControl : "no-cache"), html);
}

function sendMissing(reply: FastifyReply, missing: MissingPage | undefined): FastifyReply {
  if (!missing) throw new AppError("not_found");
  return sendHtml(reply.code(missing.status).header("cache-control", "no-cache"), missing.html);
}

function unlessMissing(error: unknown, missing: RenderedPage["missing"]): null {
  if (missing && error instanceof AppError && error.status === 404) return null;
  throw error;
}
