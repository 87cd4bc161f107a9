import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { authorPath, limits, postPath, type SearchPage } from "@cairn/contract";
import type { Source } from "../../events/changes.ts";
import {
  sourcesOfAuthors,
  sourcesOfComment,
  sourcesOfItem,
  sourcesOfReview,
  sourcesOfSeen,
} from "../../events/sources.ts";
import { AppError } from "../../lib/app-error.ts";
import { createAskedThread } from "../../lib/asked-thread.ts";
import { ledgerPreview, noItem, type Preview, shareTags, withPreview } from "../../plugins/share-preview.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { CommentService } from "../comments/comments.service.ts";
import type { ContentService } from "../content/content.service.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { ProfileService } from "../profiles/profiles.service.ts";
import type { SearchService } from "../search/search.service.ts";
import { type LibraryAsk, ledgerPath, libraryPath } from "./page-addresses.ts";
import { structuredDataElement } from "./structured-data.ts";
import type { PageAnswers, PageInput, PageName, PageTasks } from "./tasks.ts";

/** The build bundles page-worker.ts beside the bundle that holds this module, tests/support/server/worker-setup.ts to .cache. */
const workerUrl = new URL(
  import.meta.url.endsWith("/src/modules/pages/pages.service.ts")
    ? "../../../.cache/page-worker.js"
    : "./page-worker.js",
  import.meta.url,
);

/** A page takes a few milliseconds; starting the thread takes longer, so it stays for ten minutes. */
const threadLimits = { answerMs: 2_000, idleMs: 600_000 };
/** Milliseconds that a reader waits at most, whatever is rendered before and also while the thread starts. */
const patience = 10_000;
/** Pages that wait for the thread or are in it. */
const mostWaiting = 64;

interface Dependencies {
  /** Folder of the built site. */
  readonly siteDir: string;
  readonly publicUrl: string;
  readonly content: ContentService;
  readonly ledger: Pick<LedgerService, "listOf" | "logState" | "page" | "seenBy">;
  readonly comments: Pick<CommentService, "list">;
  readonly profiles: Pick<ProfileService, "author" | "authorsNamed" | "preview">;
  readonly search: SearchService;
  readonly categories: Pick<CategoryService, "list">;
  readonly log: { warn(facts: object, message: string): void };
  readonly url?: URL | undefined;
}

const libraryPreview: Preview = {
  ...noItem,
  title: "Library",
  description: "Verified articles, videos and recordings of the community, by category, type and words.",
};

/** A page for everybody. Without sources it is a stand-in that must not be kept. */
export interface Page {
  readonly html: string;
  readonly sources: readonly Source[] | null;
}

export interface MissingPage {
  readonly status: 404 | 410;
  readonly html: string;
}

/**
 * Renders pages with the components of the built site, in a thread of their own. Null where the build has no renderer.
 */
export async function createPageService({
  siteDir,
  publicUrl,
  content,
  ledger,
  comments,
  profiles,
  search,
  categories,
  log,
  url = workerUrl,
}: Dependencies) {
  const folder = join(siteDir, ".server");
  if (!existsSync(folder)) return null;
  const readPage = (path: string) => readFile(join(siteDir, path), "utf8");
  const shell = await readPage("shell.html");
  const missing = {
    404: await readPage(".server/post-unknown.html"),
    410: await readPage(".server/post-removed.html"),
  };
  const missingAuthor: MissingPage = { status: 404, html: await readPage(".server/author-unknown.html") };
  const thread = createAskedThread<PageTasks>(url, threadLimits, folder);
  let waiting = 0;

  /** Null when the page cannot be rendered now. */
  async function tryToRender(input: PageInput): Promise<string | null> {
    if (waiting >= mostWaiting) return null;
    waiting += 1;
    const rendering = thread.ask("page", input).finally(() => {
      waiting -= 1;
    });
    const over = new AbortController();
    try {
      return await Promise.race([rendering, sleep(patience, null, { signal: over.signal })]);
    } catch (error) {
      const problem = error instanceof Error ? error.message : error;
      log.warn({ page: input.name, problem }, "a page is not rendered");
      return null;
    } finally {
      over.abort();
    }
  }

  /** The page; the plain shell in its place when it cannot be rendered now. */
  async function pageOf<Name extends PageName>(
    name: Name,
    path: string,
    answers: PageAnswers[Name],
    { preview, elements = "", sources }: { preview: Preview; elements?: string; sources: readonly Source[] },
  ): Promise<Page> {
    const address = publicUrl + path;
    const tags = shareTags(preview, address, publicUrl) + elements;
    const html = await tryToRender({ name, path, tags, answers });
    return html === null
      ? { html: withPreview(shell, preview, address, publicUrl), sources: null }
      : { html, sources };
  }

  return {
    missingAuthor,

    /** @throws AppError content_not_found for an item that is not public. */
    async post(id: number): Promise<Page> {
      const { item, json } = await content.get(null, id);
      const [preview, reviews, seen, page] = await Promise.all([
        content.preview(id),
        ledger.listOf(null, id),
        ledger.seenBy(id),
        comments.list(null, id, { per_page: limits.commentsPage }),
      ]);
      if (!preview) throw new AppError("content_not_found");
      const path = postPath(id);
      const answers = {
        item: json ?? JSON.stringify(item),
        reviews,
        ...(seen && { seenBy: seen.count }),
        comments: { comments: page.comments, total: page.total, next: page.next ?? undefined },
      };
      return pageOf("post", path, answers, {
        preview,
        elements: structuredDataElement(item, preview, publicUrl + path, publicUrl),
        sources: [
          ...sourcesOfItem(item),
          ...reviews.flatMap(sourcesOfReview),
          ...sourcesOfSeen(seen),
          `comments:${id}`,
          ...page.comments.flatMap(sourcesOfComment),
        ],
      });
    },

    /** The page for an item that readers may not see: 410 if it was public and has been removed. */
    async missingPost(id: number): Promise<MissingPage> {
      const status = (await content.wasRemoved(id)) ? 410 : 404;
      return { status, html: missing[status] };
    },

    /** @throws AppError author_not_found for an account that has published nothing. */
    async author(id: number): Promise<Page> {
      const [author, preview, { items, next }] = await Promise.all([
        profiles.author(id),
        profiles.preview(id),
        content.list(null, { user_id: id, per_page: limits.libraryPage }),
      ]);
      if (!preview) throw new AppError("author_not_found");
      const answers = { author, items: { items, next: next ?? undefined } };
      const sources: Source[] = [`user:${id}`, "list", ...items.flatMap(sourcesOfItem)];
      return pageOf("author", authorPath(id), answers, { preview, sources });
    },

    async library(ask: LibraryAsk): Promise<Page> {
      const { q, type, category, cursor } = ask;
      const query = { q, ...(type && { type }), ...(category && { category }), ...(cursor && { cursor }) };
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
          }
        : { items: [], next: null };
      const sources: Source[] = [
        ...sourcesOfAuthors(authors),
        "categories",
        ...found.items.flatMap(sourcesOfItem),
      ];
      const answers = { found, authors, categories: all };
      return pageOf("library", libraryPath(ask), answers, { preview: libraryPreview, sources });
    },

    /** An unknown cursor leads to the first page. */
    async ledger(asked: string): Promise<Page> {
      const further = asked === "" ? null : await ledger.page(null, { cursor: asked }).catch(nullIfRefused);
      const [page, cursor] = further ? [further, asked] : [await ledger.page(null, {}), ""];
      const log = await ledger.logState();
      const sources: Source[] = ["ledger", "list", "log", ...page.items.flatMap(sourcesOfReview)];
      const answers = { page, publicUrl, log };
      return pageOf("ledger", ledgerPath(cursor), answers, { preview: ledgerPreview, sources });
    },

    close: thread.close,
  };
}
export type PageService = NonNullable<Awaited<ReturnType<typeof createPageService>>>;

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError && error.status === 400) return null;
  throw error;
}
