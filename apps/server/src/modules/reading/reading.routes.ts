import {
  clearHistory,
  forgetRead,
  getPosition,
  listHistory,
  listSaved,
  listSavedIds,
  listUnfinished,
  saveContent,
  savePosition,
  switchHistory,
  unsaveContent,
} from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import type { KeyedCalls } from "../../calls/idempotency.ts";
import { mount } from "../../calls/mount.ts";
import type { ReadingService } from "./reading.service.ts";

export function readingRoutes(app: FastifyInstance, reading: ReadingService, keyed: KeyedCalls): void {
  keyed.mount(app, saveContent, (request, transact) =>
    reading.save(memberOf(request), request.params.id, transact),
  );
  keyed.mount(app, unsaveContent, (request, transact) =>
    reading.unsave(memberOf(request), request.params.id, transact),
  );
  mount(app, listSaved, (request) => reading.saved(memberOf(request), request.query));
  mount(app, listSavedIds, async (request) => ({ ids: await reading.savedIds(memberOf(request)) }));

  mount(app, getPosition, (request) => reading.place(memberOf(request), request.params.id));
  mount(app, savePosition, (request) => reading.move(memberOf(request), request.params.id, request.body));
  mount(app, listUnfinished, async (request) => ({ items: await reading.unfinished(memberOf(request)) }));

  mount(app, listHistory, (request) => reading.history(memberOf(request), request.query));
  mount(app, switchHistory, (request) => reading.switchHistory(memberOf(request), request.body.on));
  mount(app, clearHistory, async (request) => {
    await reading.clear(memberOf(request));
    return { message: "History cleared" };
  });
  mount(app, forgetRead, async (request) => {
    await reading.forget(memberOf(request), request.params.id);
    return { message: "Forgotten" };
  });
}
