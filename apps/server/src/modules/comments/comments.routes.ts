import { listComments } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../plugins/mount.ts";
import { setPagingHeaders } from "../../plugins/paging.ts";
import type { CommentService } from "./comments.service.ts";

export function commentRoutes(app: FastifyInstance, comments: CommentService): void {
  mount(app, listComments, async (request, reply) => {
    const page = await comments.list(request.bearer, request.params.id, request.query);
    setPagingHeaders(request, reply, page);
    return page.comments;
  });
}
