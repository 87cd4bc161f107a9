import { deleteOwnPage, getOwnPage, listOwnPages, putOwnPage } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { OwnPageService } from "./own-pages.service.ts";

export function ownPageRoutes(app: FastifyInstance, ownPages: OwnPageService): void {
  mount(app, listOwnPages, async (_request, reply) => {
    madeOf(reply, ["settings"]);
    return { items: [...ownPages.list()] };
  });
  mount(app, getOwnPage, (request, reply) => {
    madeOf(reply, ["settings"]);
    return ownPages.get(request.params.slug);
  });
  mount(app, putOwnPage, (request) =>
    ownPages.put(memberOf(request).userId, request.params.slug, request.body),
  );
  mount(app, deleteOwnPage, async (request) => {
    await ownPages.remove(memberOf(request).userId, request.params.slug);
    return { message: "Page deleted" as const };
  });
}
