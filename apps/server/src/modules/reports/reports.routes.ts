import { closeReport, listReports, reportComment, reportContent } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import type { KeyedCalls } from "../../calls/idempotency.ts";
import { mount } from "../../calls/mount.ts";
import type { ReportService } from "./reports.service.ts";

export function reportRoutes(app: FastifyInstance, reports: ReportService, keyed: KeyedCalls): void {
  keyed.mount(app, reportContent, (request, transact) =>
    reports.report(memberOf(request), request.params.id, request.body, transact),
  );
  keyed.mount(app, reportComment, (request, transact) =>
    reports.reportComment(memberOf(request), request.params.id, request.body, transact),
  );

  mount(app, listReports, (request) => reports.list(request.query));
  mount(app, closeReport, (request) => reports.close(memberOf(request).userId, request.params.id));
}
