import type { Category } from "./categories.ts";
import type { Comment } from "./comments.ts";
import type { ContentDetail, ContentItem, Review } from "./content.ts";
import type { FeedArticle, FeedVideo } from "./feeds.ts";
import type { LedgerPage, LogState } from "./ledger.ts";
import type { Author } from "./profiles.ts";
import { screens } from "./screens.ts";
import { libraryParameters, type SearchPage } from "./search.ts";
import type { Series } from "./series.ts";

/** The answers to a visitor from which the web app renders each page; the server gathers them. */
export interface PageAnswers {
  landing: {
    /** The newest published items. */
    readonly newest: readonly ContentItem[];
  };
  post: {
    readonly item: ContentDetail;
    readonly reviews: readonly Review[];
    readonly seenBy?: number;
    readonly comments: {
      readonly comments: readonly Comment[];
      readonly total: number;
      readonly next: string | undefined;
    };
  };
  author: {
    readonly author: Author;
    readonly items: { readonly items: readonly ContentItem[]; readonly next: string | undefined };
  };
  series: { readonly series: Series };
  library: {
    readonly found: SearchPage;
    readonly authors: readonly Author[];
    readonly categories: readonly Category[];
  };
  ledger: { readonly page: LedgerPage; readonly publicUrl: string; readonly log: LogState | null };
  home: FeedAnswers & {
    /** Those of the item that the page shows comments of; null where it shows none. */
    readonly comments: { readonly of: number; readonly comments: readonly Comment[] } | null;
  };
  feedPage: FeedAnswers;
}

export interface FeedAnswers {
  /** The newest published items. */
  readonly newest: SearchPage;
  readonly videos: readonly FeedVideo[];
  readonly articles: readonly FeedArticle[];
}

/** How a parameter of an address is read: leniently, since the address may have been typed or cut off. */
export type ReadParameter = (text: string) => string;

/** A page that the server sends whole, so that it can be read before any script runs (docs/rules.md#public-pages). */
export interface PublicPage {
  /** Its screens: the same page may stand at two addresses. */
  readonly paths: readonly [string, ...string[]];
  /** The parameters of its address that change it. */
  readonly parameters?: Readonly<Record<string, ReadParameter>>;
  /** A call has its path as well: the page wins unless data is preferred (docs/rules.md#pages-that-cairn-adds). */
  readonly isCall?: true;
  /** Writers and admins keep their own navigation around it (docs/rules.md#navigation-by-role). */
  readonly isShared?: true;
  /** Opens without a network from the start (docs/guides/offline.md). */
  readonly opensOffline?: true;
  /** Modules of the web app whose markup is in the page although their code comes later. */
  readonly laterParts?: readonly string[];
}

const trimmed: ReadParameter = (text) => text.trim();

/** All of them. Routes, the server's pages, the build, the service worker and the frames read this table. */
export const publicPages: Readonly<Record<keyof PageAnswers, PublicPage>> = {
  landing: { paths: [screens.landing], laterParts: ["newest"] },
  post: { paths: [screens.post], isShared: true, opensOffline: true, laterParts: ["SeriesNav"] },
  author: { paths: [screens.author], isCall: true, isShared: true, opensOffline: true },
  series: { paths: [screens.series], isCall: true, isShared: true, opensOffline: true },
  library: {
    paths: [screens.library],
    parameters: { ...libraryParameters, cursor: trimmed },
    isShared: true,
    opensOffline: true,
  },
  ledger: { paths: [screens.ledger], parameters: { cursor: trimmed }, isCall: true, isShared: true },
  // Each address marks its own place (docs/rules.md#home-and-feed).
  home: { paths: [screens.home, screens.feed], laterParts: ["CardRow", "HomeComments"] },
  feedPage: { paths: [screens.feedPage], laterParts: ["CardRow"] },
};

/** Forms that the build renders: whole as well, and the same for everybody. */
export const formPages: readonly string[] = [screens.login, screens.register];

/** Matches the addresses of a screen, without their query. */
export const patternOf = (screen: string): RegExp =>
  new RegExp(`^${screen.replaceAll(":id", "([1-9]\\d{0,14})")}$`);
