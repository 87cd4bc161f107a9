import { type FeedSource, getFeedArticle, listFeedArticles, listFeedVideos } from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FinishedAnswer } from "../../answers/answer-cache.ts";
import { bytesFor, finishAnswer } from "../../answers/shared-answers.ts";
import { mount } from "../../calls/mount.ts";
import { type FeedService, listedArticle } from "./feeds.service.ts";

export function feedRoutes(app: FastifyInstance, feeds: FeedService): void {
  /** Each list is serialised once, for its first reader; the bytes are dropped with the list. */
  const finished = new WeakMap<object, FinishedAnswer>();

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    list: object,
    present: () => unknown,
  ) {
    const answer = finished.get(list) ?? finishAnswer(JSON.stringify(present()));
    finished.set(list, answer);
    return reply.type("application/json; charset=utf-8").send(await bytesFor(request, reply, answer));
  }

  mount(app, listFeedVideos, (request, reply) => {
    const { items, source } = feeds.videos();
    mark(reply, source);
    return sendList(request, reply, items, () => ({ items }));
  });

  mount(app, listFeedArticles, (request, reply) => {
    const { items, source } = feeds.articles();
    mark(reply, source);
    return sendList(request, reply, items, () => items.map(listedArticle));
  });

  mount(app, getFeedArticle, async (request, reply) => {
    const { article, source } = await feeds.article(request.params.id);
    mark(reply, source);
    return article;
  });
}

function mark(reply: FastifyReply, source: FeedSource): void {
  reply.header("x-feed-source", source);
}
