import { getCategory, listCategories } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { mount } from "../../calls/mount.ts";
import type { CategoryService } from "./categories.service.ts";

export function categoryRoutes(app: FastifyInstance, categories: CategoryService): void {
  mount(app, listCategories, async (_request, reply) => {
    madeOf(reply, ["categories"]);
    return [...(await categories.list())];
  });
  mount(app, getCategory, (request, reply) => {
    madeOf(reply, ["categories"]);
    return categories.get(request.params.id);
  });
}
