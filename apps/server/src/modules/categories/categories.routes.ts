import { getCategory, listCategories } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../plugins/mount.ts";
import type { CategoryService } from "./categories.service.ts";

export function categoryRoutes(app: FastifyInstance, categories: CategoryService): void {
  mount(app, listCategories, async () => [...(await categories.list())]);
  mount(app, getCategory, (request) => categories.get(request.params.id));
}
