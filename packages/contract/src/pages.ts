import type { Category } from "./categories.ts";
import type { Comment } from "./comments.ts";
import type { ContentDetail, ContentItem, Review } from "./content.ts";
import type { FeedArticle, FeedVideo } from "./feeds.ts";
import type { LedgerPage, LogState } from "./ledger.ts";
import type { Author } from "./profiles.ts";
import type { SearchPage } from "./search.ts";
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
