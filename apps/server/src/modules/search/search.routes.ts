import { searchContent } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../plugins/mount.ts";
import type { SearchService } from "./search.service.ts";

export function searchRoutes(app: FastifyInstance, search: SearchService): void {
  mount(app, searchContent, (request) => search.search(request.query));
}
