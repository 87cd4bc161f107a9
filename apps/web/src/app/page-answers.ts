import type {
  Author,
  Category,
  Comment,
  ContentDetail,
  ContentItem,
  FeedArticle,
  FeedVideo,
  LedgerPage,
  LogState,
  Review,
  SearchPage,
  Series,
} from "@cairn/contract";
import type { QueryKey } from "@tanstack/react-query";
import { authorItemsQuery, authorQuery, authorsNamedQuery } from "../features/authors/authors.queries.ts";
import type { CommentPage } from "../features/comments/comment-list.ts";
import { commentsQuery } from "../features/comments/comments.queries.ts";
import { newestCommentsQuery } from "../features/comments-carousel/comments-carousel.queries.ts";
import { contentQuery, newestQuery } from "../features/content/content.queries.ts";
import { wordsIn } from "../features/content/item-length.ts";
import { articlesQuery, videosQuery } from "../features/feeds/feeds.queries.ts";
import { ledgerQuery, logQuery, publicUrlKey } from "../features/ledger/ledger.queries.ts";
import { categoriesQuery, libraryQuery } from "../features/library/library.queries.ts";
import { readFilter } from "../features/library/library-filter.ts";
import { reviewsQuery } from "../features/reviews/reviews.queries.ts";
import { seriesQuery } from "../features/series/series.queries.ts";
import { type PageData, textIn } from "../lib/page-data.ts";

/** The answers to a visitor that each page is rendered from. The server's own list is in its modules/pages/tasks.ts. */
export interface PageAnswers {
  /** `item` is a `ContentDetail` as JSON. */
  post: { item: string; reviews: Review[]; seenBy?: number; comments: CommentPage };
  author: { author: Author; items: { items: ContentItem[]; next: string | undefined } };
  series: { series: Series };
  library: { found: SearchPage; authors: Author[]; categories: Category[] };
  ledger: { page: LedgerPage; publicUrl: string; log: LogState | null };
  home: FeedAnswers & { comments: { of: number; comments: Comment[] } | null };
  feedPage: FeedAnswers;
}

interface FeedAnswers {
  newest: SearchPage;
  videos: FeedVideo[];
  articles: FeedArticle[];
}

/**
 * A page's data twice: as its components show them, and as they stand in the page, without the texts that its markup
 * has. Runs on the server alone.
 */
export function pageDataOf<Name extends keyof PageAnswers>(
  name: Name,
  path: string,
  answers: PageAnswers[Name],
): { shown: PageData; sent: PageData } {
  const { shown, sent, isForAll = false } = dataOf[name](answers, new URL(path, "http://page"));
  return { shown: { answers: shown, isForAll }, sent: { answers: sent ?? shown, isForAll } };
}

type Answers = PageData["answers"];

const dataOf: {
  [Name in keyof PageAnswers]: (
    answers: PageAnswers[Name],
    address: URL,
  ) => { shown: Answers; sent?: Answers; isForAll?: boolean };
} = {
  post(answers) {
    const whole: ContentDetail = JSON.parse(answers.item);
    const item = { ...whole, body: "", words: wordsIn(whole.body) };
    const { reviews, seenBy, comments } = answers;
    const data = (withItem: unknown, withComments: unknown): Answers => [
      [contentQuery(item.id).queryKey, withItem],
      [reviewsQuery(item.id).queryKey, { reviews, seenBy }],
      firstPage(commentsQuery(item.id).queryKey, withComments),
    ];
    const sentComments = comments.comments.map((comment) => ({
      ...comment,
      // The source is for its author's editor, and a member fetches the comments again.
      body: "",
      body_html: textIn(`comment-${comment.id}`),
    }));
    return {
      shown: data(item, comments),
      sent: data({ ...item, body_html: textIn("item") }, { ...comments, comments: sentComments }),
    };
  },

  author: ({ author, items }) => ({
    shown: [
      [authorQuery(author.id).queryKey, author],
      firstPage(authorItemsQuery(author.id).queryKey, { ...items, items: items.items.map(shortened) }),
    ],
  }),

  series: ({ series }) => ({
    // A part shows nothing of its text.
    shown: [[seriesQuery(series.id).queryKey, { ...series, items: series.items.map(withoutText) }]],
  }),

  library: ({ found, authors, categories }, { searchParams }) => ({
    shown: [
      [authorsNamedQuery(readFilter(searchParams).q).queryKey, { items: authors }],
      firstPage(
        libraryQuery(readFilter(searchParams)).queryKey,
        { ...found, items: found.items.map(shortened) },
        searchParams.get("cursor"),
      ),
      [categoriesQuery.queryKey, categories],
    ],
  }),

  ledger: ({ page, publicUrl, log }, { searchParams }) => ({
    shown: [
      firstPage(ledgerQuery.queryKey, page, searchParams.get("cursor")),
      [publicUrlKey, publicUrl],
      [logQuery.queryKey, log],
    ],
  }),

  home: ({ comments, ...answers }) => ({
    shown: [
      ...feedData(answers),
      ...(comments ? [[newestCommentsQuery(comments.of).queryKey, comments.comments] as const] : []),
    ],
    isForAll: true,
  }),

  feedPage: (answers) => ({ shown: feedData(answers), isForAll: true }),
};

const feedData = ({ newest, videos, articles }: FeedAnswers): Answers => [
  [newestQuery.queryKey, { items: newest.items.map(shortened), isAll: newest.next === null }],
  [videosQuery.queryKey, videos],
  [articlesQuery.queryKey, articles],
];

/** One page of an infinite query; without a cursor its first. */
const firstPage = (
  key: QueryKey,
  page: unknown,
  cursor: string | null = null,
): readonly [QueryKey, unknown] => [key, { pages: [page], pageParams: [cursor ?? undefined] }];

const withoutText = (item: ContentItem) => ({ ...item, body: "", excerpt: "" });

/** Of the Markdown a card shows only how long it is. */
const shortened = (item: ContentItem) => ({ ...item, body: "", words: wordsIn(item.body) });
