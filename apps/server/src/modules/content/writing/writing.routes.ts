import {
  answerReason,
  createContent,
  deleteContent,
  editContent,
  getNewestRevision,
  getWriterStats,
  listFlagged,
  previewContent,
  sayStillTrue,
  supersedeOwnContent,
} from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../../calls/bearer.ts";
import type { KeyedCalls } from "../../../calls/idempotency.ts";
import { mount } from "../../../calls/mount.ts";
import { revisionTag } from "../../../lib/revision-tag.ts";
import type { Forms } from "../../media/forms.ts";
import type { WorkplaceService } from "./workplace.service.ts";
import type { WritingService } from "./writing.service.ts";

interface Dependencies {
  writing: WritingService;
  workplace: WorkplaceService;
  forms: Forms;
  keyed: KeyedCalls;
}

export function writingRoutes(
  app: FastifyInstance,
  { writing, workplace, forms, keyed }: Dependencies,
): void {
  keyed.mount(app, createContent, (request, transact) =>
    forms.read(request, createContent, (draft, file, poster) =>
      writing.create(memberOf(request), draft, { file, poster }, transact),
    ),
  );

  keyed.mount(app, editContent, (request, transact) =>
    forms.read(request, editContent, (change, file, poster) =>
      writing.edit(
        memberOf(request),
        { id: request.params.id, ifMatch: request.headers["if-match"] },
        change,
        { file, poster },
        transact,
      ),
    ),
  );

  mount(app, previewContent, (request) => writing.preview(memberOf(request), request.body.body));

  mount(app, deleteContent, async (request) => {
    await writing.withdraw(memberOf(request), request.params.id);
    return { message: "Content deleted" as const };
  });

  mount(app, answerReason, (request) =>
    writing.answerReason(memberOf(request), request.params.id, request.body),
  );

  mount(app, sayStillTrue, (request) =>
    writing.sayStillTrue(memberOf(request), request.params.id, request.body),
  );
  mount(app, supersedeOwnContent, (request) =>
    writing.supersede(memberOf(request), request.params.id, request.body.by),
  );

  mount(app, getWriterStats, (request) => workplace.stats(memberOf(request)));
  mount(app, listFlagged, async (request) => ({ items: await workplace.flagged(memberOf(request)) }));
  mount(app, getNewestRevision, async (request, reply) => {
    const item = await workplace.newest(memberOf(request), request.params.id);
    reply.header("etag", revisionTag(item.revision));
    return item;
  });
}
