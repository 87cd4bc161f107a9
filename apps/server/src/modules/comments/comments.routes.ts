import {
  createComment,
  deleteComment,
  editComment,
  getComment,
  listComments,
  listMembers,
} from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { memberOf } from "../../calls/bearer.ts";
import type { KeyedCalls } from "../../calls/idempotency.ts";
import { mount } from "../../calls/mount.ts";
import { setPagingHeaders } from "../../calls/paging.ts";
import { sourcesOfComment } from "../../events/sources.ts";
import type { CommentService } from "./comments.service.ts";

export function commentRoutes(app: FastifyInstance, comments: CommentService, keyed: KeyedCalls): void {
  mount(app, listComments, async (request, reply) => {
    const { id } = request.params;
    const page = await comments.list(request.bearer, id, request.query);
    setPagingHeaders(request, reply, page);
    madeOf(reply, [`item:${id}`, `comments:${id}`, ...page.comments.flatMap(sourcesOfComment)]);
    return page.comments;
  });

  mount(app, getComment, async (request, reply) => {
    const { id, comment } = request.params;
    const found = await comments.get(request.bearer, id, comment);
    const shown = found.answered ? [found.comment, found.answered] : [found.comment];
    madeOf(reply, [`item:${id}`, `comments:${id}`, ...shown.flatMap(sourcesOfComment)]);
    return found;
  });

  keyed.mount(app, createComment, (request, transact) =>
    comments.create(memberOf(request), request.params.id, request.body, transact),
  );

  mount(app, editComment, (request) => comments.edit(memberOf(request), request.params.id, request.body));

  mount(app, deleteComment, async (request) => {
    await comments.remove(memberOf(request), request.params.id);
    return { message: "Comment deleted" as const };
  });

  mount(app, listMembers, async (request) => ({
    items: await comments.members(memberOf(request), request.query.prefix),
  }));
}
