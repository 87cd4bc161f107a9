import { likeContent, unlikeContent } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import type { KeyedCalls } from "../../calls/idempotency.ts";
import type { LikeService } from "./likes.service.ts";

export function likeRoutes(app: FastifyInstance, likes: LikeService, keyed: KeyedCalls): void {
  keyed.mount(app, likeContent, (request, transact) =>
    likes.like(memberOf(request), request.params.id, transact),
  );
  keyed.mount(app, unlikeContent, (request, transact) =>
    likes.unlike(memberOf(request), request.params.id, transact),
  );
}
