import type { Transcript } from "./captions.ts";
import type { Category } from "./categories.ts";
import type { Comment } from "./comments.ts";
import type { ContentDetail, ContentItem, Review } from "./content.ts";
import type { FeedArticle, FeedVideo } from "./feeds.ts";
import type { LedgerPage, LogState } from "./ledger.ts";
import type { OwnPage } from "./own-pages.ts";
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
    /** Of an item with captions. */
    readonly transcript?: Transcript;
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
  about: { readonly page: OwnPage; readonly description: string };
}

export interface FeedAnswers {
  /** The newest published items. */
  readonly newest: SearchPage;
  readonly videos: readonly FeedVideo[];
  readonly articles: readonly FeedArticle[];
}

/** A page that the server sends whole, so that it can be read before any script runs (docs/rules.md#public-pages). */
export interface PublicPage {
  /** Its screens: the same page may stand at two addresses. */
  readonly paths: readonly [string, ...string[]];
  /** A call has its path as well: the page wins unless data is preferred (docs/rules.md#page-or-call). */
  readonly isCall?: true;
  /** Writers and admins keep their own navigation around it (docs/rules.md#navigation-by-role). */
  readonly isShared?: true;
  /** Opens without a network from the start (docs/guides/offline.md). */
  readonly opensOffline?: true;
}

/** All of them. The server, the build, the service worker and the frames read this table; a test holds the routes against it. */
export const publicPages: Readonly<Record<keyof PageAnswers, PublicPage>> = {
  landing: { paths: [screens.landing] },
  post: { paths: [screens.post], isShared: true, opensOffline: true },
  author: { paths: [screens.author], isCall: true, isShared: true, opensOffline: true },
  series: { paths: [screens.series], isCall: true, isShared: true, opensOffline: true },
  library: { paths: [screens.library], isShared: true, opensOffline: true },
  ledger: { paths: [screens.ledger], isCall: true, isShared: true },
  // Each address marks its own place (docs/rules.md#home-and-feed).
  home: { paths: [screens.home, screens.feed] },
  feedPage: { paths: [screens.feedPage] },
  about: { paths: [screens.about], isShared: true },
};

type Parameters = Readonly<Record<string, (text: string) => string>>;

const cursor = (text: string): string => text.trim();

/**
 * The parameters that change a page, and how each is read: leniently, since an address may have been typed or cut off.
 * Apart from the table above, which every screen loads.
 */
export const pageParameters: Readonly<Partial<Record<keyof PageAnswers, Parameters>>> = {
  library: { ...libraryParameters, cursor },
  ledger: { cursor },
};

/** Forms that the build renders: whole as well, and the same for everybody. */
export const formPages: readonly string[] = [screens.login, screens.register];

/** Matches the addresses of a screen, without their query. */
export const patternOf = (screen: string): RegExp =>
  new RegExp(`^${screen.replaceAll(":id", "([1-9]\\d{0,14})").replaceAll(":slug", "([a-z0-9][a-z0-9-]*)")}$`);
