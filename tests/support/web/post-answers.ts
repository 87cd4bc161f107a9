import {
  type Comment,
  type ContentDetail,
  getContent,
  listComments,
  listReviews,
  type Review,
} from "@cairn/contract";
import { HttpResponse } from "msw";
import { sampleReview } from "./content-samples.ts";
import { answer, server } from "./fake-api.ts";

const reviewed = (reviews: Review[]) =>
  answer(listReviews, () => HttpResponse.json({ items: reviews, next: null }));

export const commented = (comments: Comment[], headers: Record<string, string> = {}) =>
  answer(listComments, () =>
    HttpResponse.json(comments, { headers: { "x-total-count": String(comments.length), ...headers } }),
  );

/** What the page of an item asks for. */
export function answerPost(
  item: ContentDetail,
  reviews: Review[] = [sampleReview()],
  comments: Comment[] = [],
) {
  server.use(
    answer(getContent, () => HttpResponse.json(item)),
    reviewed(reviews),
    commented(comments),
  );
}
