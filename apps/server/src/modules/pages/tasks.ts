import type {
  Author,
  Category,
  Comment,
  ContentItem,
  FeedArticle,
  FeedVideo,
  LedgerPage,
  LogState,
  Review,
  SearchPage,
  Series,
} from "@cairn/contract";

/** The answers to a visitor that each page is rendered from, as apps/web/src/app/prerender.tsx takes them. */
export interface PageAnswers {
  post: {
    /** A `ContentDetail` as JSON, as it is kept. */
    readonly item: string;
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

interface FeedAnswers {
  /** The newest published items. */
  readonly newest: SearchPage;
  readonly videos: readonly FeedVideo[];
  readonly articles: readonly FeedArticle[];
}
export type PageName = keyof PageAnswers;

/** A page to render. */
export interface PageInput {
  readonly name: PageName;
  /** With its query. */
  readonly path: string;
  /** The head's tags that are the server's own. */
  readonly tags: string;
  readonly answers: PageAnswers[PageName];
}

/** The task of the thread of pages, with its input and output. */
export interface PageTasks {
  page: [input: PageInput, html: string];
}
