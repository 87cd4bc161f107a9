import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  aboutPath,
  authorPath,
  commentedItem,
  limits,
  type PageAnswers,
  postPath,
  readLanguage,
  type SearchPage,
  screens,
  seriesPath,
} from "@cairn/contract";
import pTimeout from "p-timeout";
import type { Source } from "../../events/changes.ts";
import {
  sourcesOfAuthors,
  sourcesOfComment,
  sourcesOfItem,
  sourcesOfReview,
  sourcesOfSeen,
  sourcesOfSeries,
} from "../../events/sources.ts";
import { AppError } from "../../lib/app-error.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { queueOfMembers } from "../../lib/fair-queue.ts";
import { createRequestThread } from "../../lib/request-thread.ts";
import { ledgerPreview, noItem, type Preview, shareTags, withPreview } from "../../lib/share-preview.ts";
import { builtWithLook, type Site, shownSite, withLook } from "../../lib/site-look.ts";
import { workerUrl } from "../../lib/workers.ts";
import type { CaptionsService } from "../captions/captions.service.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { CommentService } from "../comments/comments.service.ts";
import type { ContentService } from "../content/content.service.ts";
import type { FeedService } from "../feeds/feeds.service.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { ProfileService } from "../profiles/profiles.service.ts";
import type { SearchService } from "../search/search.service.ts";
import type { SeriesService } from "../series/series.service.ts";
import type { OwnPageService } from "../settings/own-pages.service.ts";
import { withQuery } from "./page-addresses.ts";
import type { PageInput, PageName, PageTasks } from "./page-tasks.ts";
import { seriesElement, structuredDataElement } from "./structured-data.ts";

/** A page takes a few milliseconds; starting the thread takes longer, so it stays for ten minutes. */
const threadLimits = { answerMs: 2_000, idleMs: 600_000 };
/** Maximum wait of a reader in milliseconds, including the queue and the start of the thread. */
const timeoutMs = 10_000;
/** Pages that wait for the thread, of one sender and of all. */
const most = { maxWaitingOfSender: 48, maxWaiting: 64 };

interface Dependencies {
  /** Folder of the built site. */
  readonly siteDir: string;
  readonly publicUrl: string;
  readonly site: Site;
  readonly content: ContentService;
  readonly ledger: Pick<LedgerService, "listOf" | "logState" | "page" | "seenBy">;
  readonly comments: Pick<CommentService, "list">;
  readonly captions: Pick<CaptionsService, "transcript">;
  readonly profiles: Pick<ProfileService, "author" | "authorsNamed" | "preview">;
  readonly series: Pick<SeriesService, "get" | "preview">;
  readonly search: SearchService;
  readonly categories: Pick<CategoryService, "list">;
  readonly feeds: Pick<FeedService, "lists">;
  readonly ownPages: Pick<OwnPageService, "described">;
  readonly log: { warn(facts: object, message: string): void };
  readonly url?: URL | undefined;
}

const landingPreview: Preview = {
  ...noItem,
  title: "Verified tech wisdom from the community",
  description:
    "Watch, read and listen to curated tech content from experts, alumni and peers, checked by named people.",
};

const libraryPreview: Preview = {
  ...noItem,
  title: "Library",
  description: "Verified articles, videos and recordings of the community, by category, type and words.",
};

const homePreview: Preview = {
  ...noItem,
  title: "Home",
  description:
    "New videos and articles about software development, and the newest verified posts of the community.",
};
const feedPreview: Preview = { ...homePreview, title: "Feed" };

/** A page for everybody. Without sources it is a stand-in that must not be kept. */
export interface Page {
  readonly html: string;
  readonly sources: readonly Source[] | null;
}

/** A reader's request for a page. */
export interface PageAsk {
  /** 0 where the address names none. */
  readonly id: number;
  /** Empty where the address names none. */
  readonly slug: string;
  /** Each as `publicPages` of the contract reads it; empty where it is not given. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The page's path with these. */
  readonly address: string;
}

export interface MissingPage {
  readonly status: 404 | 410;
  readonly html: string;
}

/** What a page is made of beside its answers. */
interface PageFacts {
  readonly preview: Preview;
  /** The page's own path, if several paths show it. */
  readonly canonical?: string;
  /** Further elements for the head. */
  readonly elements?: string;
  readonly sources: readonly Source[];
}

/**
 * Renders pages with the components of the built site, in a thread of their own. Null where the build has no renderer.
 */
export async function createPageService({
  siteDir,
  publicUrl,
  site,
  content,
  ledger,
  comments,
  captions,
  profiles,
  series,
  search,
  categories,
  feeds,
  ownPages,
  log,
  url = workerUrl("page-worker.js"),
}: Dependencies) {
  const folder = join(siteDir, ".server");
  if (!existsSync(folder)) return null;
  const readPage = (path: string) => readFile(join(siteDir, path), "utf8");
  const shell = await readPage("shell.html");
  const unknown = async (name: PageName): Promise<MissingPage> => ({
    status: 404,
    html: await readPage(`.server/${name}-unknown.html`),
  });
  const [unknownPost, unknownAuthor, unknownSeries] = await Promise.all([
    unknown("post"),
    unknown("author"),
    unknown("series"),
  ]);
  const removedPost: MissingPage = { status: 410, html: await readPage(".server/post-removed.html") };
  const thread = createRequestThread<PageTasks>(url, threadLimits, folder);
  const queue = queueOfMembers(most);

  /** Null when the page cannot be rendered now. */
  async function tryToRender(input: PageInput): Promise<string | null> {
    const rendering = queue.take({ kind: "page" }, () => thread.ask("page", input));
    try {
      return await pTimeout(rendering, { milliseconds: timeoutMs, fallback: () => null });
    } catch (error) {
      if (error instanceof AppError) return null;
      const problem = error instanceof Error ? error.message : error;
      log.warn({ page: input.name, problem }, "a page could not be rendered");
      return null;
    }
  }

  /** The page; the plain shell in its place when it cannot be rendered now. */
  async function pageOf<Name extends PageName>(
    name: Name,
    path: string,
    answers: PageAnswers[Name],
    { preview, canonical = path, elements = "", sources }: PageFacts,
  ): Promise<Page> {
    const address = publicUrl + canonical;
    // One look for the whole page, whatever changes meanwhile.
    const look = site();
    const of = { publicUrl, siteName: look.name };
    const tags = shareTags(preview, address, of) + elements;
    const html = await tryToRender({ name, path, tags, answers, site: shownSite(look) });
    return html === null
      ? { html: withPreview(builtWithLook(shell, look), preview, address, of), sources: null }
      : { html: withLook(html, look), sources };
  }

  /** Where what the page lists can be followed. */
  const feedElement = (title: string, path: string, kind: "atom" | "rss" = "atom") =>
    `<link rel="alternate" type="application/${kind}+xml" title="${escapeHtml(title)}" href="${escapeHtml(publicUrl + path)}">`;
  const podcastElement = (title: string, page: string) =>
    feedElement(`${title} (podcast)`, `${page}/podcast.xml`, "rss");

  /** What both pages of the external feeds show. */
  async function feedAnswers() {
    // Before anything is awaited: a list that comes later drops the page.
    const lists = feeds.lists();
    const { items, next } = await search.search({});
    const sources: Source[] = ["feeds", "list", ...items.flatMap(sourcesOfItem)];
    return { answers: { newest: { items: [...items], next }, ...lists }, sources };
  }

  /** Each throws an AppError with status 404 for what readers may not see. */
  const whole: { readonly [Name in PageName]: (ask: PageAsk) => Promise<Page> } = {
    async landing() {
      // The one page of these that visitors see of a site for members only.
      const { items } = site().audience === "everyone" ? await search.search({}) : { items: [] };
      const sources: Source[] = ["list", ...items.flatMap(sourcesOfItem)];
      return pageOf("landing", screens.landing, { newest: items }, { preview: landingPreview, sources });
    },

    async post({ id }) {
      const { item } = await content.get(null, id);
      const [transcript, preview, reviews, seen, page] = await Promise.all([
        item.captions?.length ? captions.transcript(null, id) : undefined,
        content.preview(id),
        ledger.listOf(null, id),
        ledger.seenBy(id),
        comments.list(null, id, { per_page: limits.commentsPage }),
      ]);
      if (!preview) throw new AppError("content_not_found");
      const path = postPath(id);
      const answers = {
        item,
        reviews,
        ...(seen && { seenBy: seen.count }),
        comments: { comments: page.comments, total: page.total, next: page.next ?? undefined },
        ...(transcript && { transcript }),
      };
      return pageOf("post", path, answers, {
        preview,
        elements: structuredDataElement({ ...item, transcript }, preview, publicUrl + path, {
          publicUrl,
          siteName: site().name,
        }),
        sources: [
          ...sourcesOfItem(item),
          ...reviews.flatMap(sourcesOfReview),
          ...sourcesOfSeen(seen),
          `comments:${id}`,
          ...page.comments.flatMap(sourcesOfComment),
        ],
      });
    },

    async author({ id }) {
      const [author, preview, { items, next }] = await Promise.all([
        profiles.author(id),
        profiles.preview(id),
        content.list(null, { user_id: id, per_page: limits.libraryPage }),
      ]);
      if (!preview) throw new AppError("author_not_found");
      const answers = { author, items: { items, next: next ?? undefined } };
      const sources: Source[] = [`user:${id}`, "list", ...items.flatMap(sourcesOfItem)];
      const path = authorPath(id);
      const elements = feedElement(author.name, `${path}/feed.xml`) + podcastElement(author.name, path);
      return pageOf("author", path, answers, { preview, elements, sources });
    },

    async series({ id }) {
      const [{ series: found }, preview] = await Promise.all([series.get(null, id), series.preview(id)]);
      if (!preview) throw new AppError("series_not_found");
      const path = seriesPath(id);
      return pageOf(
        "series",
        path,
        { series: found },
        {
          preview,
          elements: seriesElement(found, preview.description, publicUrl) + podcastElement(found.title, path),
          sources: sourcesOfSeries(found),
        },
      );
    },

    async library({ parameters, address }) {
      const { q = "", type, category = "", cursor } = parameters;
      const language = readLanguage(parameters.language ?? "");
      const query = {
        q,
        ...(type && { type }),
        ...(category && { category }),
        ...(language && { language }),
        ...(cursor && { cursor }),
      };
      const [page, authors, all] = await Promise.all([
        search.search(query).catch(nullIfRefused),
        profiles.authorsNamed(q),
        categories.list(),
      ]);
      // An unknown category or cursor finds nothing.
      const found: SearchPage = page
        ? {
            items: [...page.items],
            next: page.next,
            ...(page.corrected !== undefined && { corrected: page.corrected }),
            ...(page.category !== undefined && { category: page.category }),
            ...(page.instead !== undefined && { instead: page.instead }),
          }
        : { items: [], next: null };
      const sources: Source[] = [
        ...sourcesOfAuthors(authors),
        "categories",
        ...found.items.flatMap(sourcesOfItem),
      ];
      const answers = { found, authors, categories: all };
      const shown = all.find(({ id, name }) =>
        [String(id), name.toLowerCase()].includes(category.toLowerCase()),
      );
      const elements = shown
        ? feedElement(shown.name, `/categories/${shown.id}/feed.xml`)
        : feedElement(site().name, "/feed.xml") + podcastElement(site().name, "");
      const facts = { preview: libraryPreview, elements, sources };
      return pageOf("library", address, answers, facts);
    },

    /** An unknown cursor leads to the first page. */
    async ledger({ parameters: { cursor: asked = "" } }) {
      const further = asked === "" ? null : await ledger.page(null, { cursor: asked }).catch(nullIfRefused);
      const [page, cursor] = further ? [further, asked] : [await ledger.page(null, {}), ""];
      const log = await ledger.logState();
      const sources: Source[] = ["ledger", "list", "log", ...page.items.flatMap(sourcesOfReview)];
      const answers = { page, publicUrl, log };
      return pageOf("ledger", withQuery(screens.ledger, { cursor }), answers, {
        preview: ledgerPreview(site().name),
        sources,
      });
    },

    async home({ address }) {
      const { answers, sources } = await feedAnswers();
      const of = commentedItem({ items: answers.newest.items, isAll: answers.newest.next === null });
      const found = of === null ? null : await comments.list(null, of, {}).catch(nullIfMissing);
      const commented = of !== null && found && { of, comments: found.comments };
      return pageOf(
        "home",
        address,
        { ...answers, comments: commented || null },
        {
          preview: homePreview,
          canonical: screens.home,
          sources: [
            ...sources,
            ...(of === null ? [] : [`item:${of}` as const, `comments:${of}` as const]),
            ...(found?.comments.flatMap(sourcesOfComment) ?? []),
          ],
        },
      );
    },

    async feedPage() {
      const { answers, sources } = await feedAnswers();
      return pageOf("feedPage", screens.feedPage, answers, { preview: feedPreview, sources });
    },

    async about({ slug }) {
      const answers = await ownPages.described(slug);
      const { page, description } = answers;
      const preview = { ...noItem, title: page.title, description };
      return pageOf("about", aboutPath(slug), answers, { preview, sources: ["settings"] });
    },
  };

  const inLook = ({ status, html }: MissingPage): MissingPage => ({
    status,
    html: builtWithLook(html, site()),
  });

  return {
    whole,
    /** The page shown if the thing that it is about does not exist; 410 if that was public and has been removed. */
    missing: {
      post: async ({ id }) => inLook((await content.wasRemoved(id)) ? removedPost : unknownPost),
      author: async () => inLook(unknownAuthor),
      series: async () => inLook(unknownSeries),
      // As any address without a page.
      about: async () => inLook({ status: 404, html: shell }),
    } as Readonly<Partial<Record<PageName, (ask: PageAsk) => Promise<MissingPage>>>>,
    close: thread.close,
  };
}
export type PageService = NonNullable<Awaited<ReturnType<typeof createPageService>>>;

const nullIf =
  (status: number) =>
  (error: unknown): null => {
    if (error instanceof AppError && error.status === status) return null;
    throw error;
  };
const nullIfRefused = nullIf(400);
const nullIfMissing = nullIf(404);
