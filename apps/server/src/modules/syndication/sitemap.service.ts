import { aboutPath, screens } from "@cairn/contract";
import { LRUCache } from "lru-cache";
import type { FinishedAnswer } from "../../answers/answer-cache.ts";
import { finishAnswer } from "../../answers/shared-answers.ts";
import type { Database } from "../../db/database.ts";
import type { Changes } from "../../events/changes.ts";
import { AppError } from "../../lib/app-error.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { Site } from "../../lib/site-look.ts";
import {
  type Address,
  authorAddresses,
  filePaths,
  perFile,
  postAddresses,
  seriesAddresses,
} from "./sitemap.repository.ts";

/** Files in memory, of at most a megabyte each. */
const keptFiles = 16;

const publicScreens = [screens.landing, screens.library, screens.ledger, screens.home, screens.feedPage];

const readers = { posts: postAddresses, authors: authorAddresses, series: seriesAddresses };

/** Whether the sitemap has files of this name. */
export const isKind = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name);

interface Dependencies {
  db: Database;
  changes: Changes;
  publicUrl: string;
  site: Site;
}

/**
 * The addresses of everything public, for search engines. A file is made again only after the list of public posts has
 * changed, once however many ask for it.
 */
export function createSitemapService({ db, changes, publicUrl, site }: Dependencies) {
  const kept = new LRUCache<string, { version: number; answer: Promise<FinishedAnswer> }>({ max: keptFiles });

  function keep(name: string, make: () => Promise<string>): Promise<FinishedAnswer> {
    const file = kept.get(name);
    if (file && !changes.haveTouched(["list", "series"], file.version)) return file.answer;
    const answer = make().then(finishAnswer);
    kept.set(name, { version: changes.version, answer });
    answer.catch(() => kept.delete(name));
    return answer;
  }

  return {
    /** All addresses; of a site with more than ten thousand an index of files. */
    whole: (): Promise<FinishedAnswer> =>
      keep("whole", async () => {
        const found = [
          ...(await postAddresses(db.query)),
          ...(await authorAddresses(db.query)),
          ...(await seriesAddresses(db.query)),
        ];
        const own = site().pages.map(({ slug }) => aboutPath(slug));
        const all = [...[...publicScreens, ...own].map((path) => ({ path })), ...found];
        return all.length > perFile
          ? indexXml(publicUrl, await filePaths(db.query))
          : urlsXml(publicUrl, all);
      }),

    /** One file of the index. @throws AppError not_found for a file without addresses. */
    file: (kind: keyof typeof readers, number: number): Promise<FinishedAnswer> =>
      keep(`${kind} ${number}`, async () => {
        const addresses = await readers[kind](db.query, number);
        if (addresses.length === 0) throw new AppError("not_found");
        return urlsXml(publicUrl, addresses);
      }),
  };
}
export type SitemapService = ReturnType<typeof createSitemapService>;

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
