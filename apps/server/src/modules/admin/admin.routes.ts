import { Readable } from "node:stream";
import {
  changeCategory,
  changeUser,
  createCategory,
  createUser,
  deleteCategory,
  exportActivity,
  getOverview,
  listActivity,
  listAdminCategories,
  listUsers,
} from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import { csvLine, csvMark } from "../../lib/csv.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { AccountService } from "./accounts.service.ts";
import type { ActivityService } from "./activity.service.ts";
import type { CategoryDeskService } from "./category-desk.service.ts";
import type { OverviewService } from "./overview.service.ts";

interface Dependencies {
  accounts: AccountService;
  categories: CategoryService;
  categoryDesk: CategoryDeskService;
  overview: OverviewService;
  activity: ActivityService;
}

export function adminRoutes(
  app: FastifyInstance,
  { accounts, categories, categoryDesk, overview, activity }: Dependencies,
): void {
  mount(app, getOverview, () => overview.read());

  mount(app, listUsers, (request) => accounts.list(request.query));
  mount(app, createUser, async (request, reply) => {
    const user = await accounts.create(memberOf(request).userId, request.body);
    reply.code(201);
    return user;
  });
  mount(app, changeUser, (request) =>
    accounts.change(memberOf(request).userId, request.params.id, request.body),
  );

  mount(app, listAdminCategories, async () => {
    const items = [...(await categories.list())];
    return { items, next: null, total: items.length };
  });
  mount(app, createCategory, async (request, reply) => {
    const category = await categoryDesk.create(memberOf(request).userId, request.body);
    reply.code(201);
    return category;
  });
  mount(app, changeCategory, (request) =>
    categoryDesk.change(memberOf(request).userId, request.params.id, request.body),
  );
  mount(app, deleteCategory, async (request) => {
    await categoryDesk.remove(memberOf(request).userId, request.params.id, request.query.move_to);
    return { message: "Category deleted" as const };
  });

  mount(app, listActivity, (request) => activity.list(request.query));
  mount(app, exportActivity, async (_request, reply) => {
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="activity.csv"')
      .header("cache-control", "no-store");
    return reply.send(Readable.from(activityLines(activity)));
  });
}

async function* activityLines(activity: ActivityService): AsyncGenerator<string> {
  yield csvMark + csvLine(["time", "event", "kind", "by", "reason", "ledger row"]);
  for await (const entries of activity.export()) {
    const lines = entries.map(({ time, event, kind, by, reason, seq }) =>
      csvLine([time, event, kind, by.name, reason ?? "", seq ?? ""]),
    );
    yield lines.join("");
  }
}
