import { downloadContent, getExport, importContent, requestExport } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import { fieldError } from "../../lib/app-error.ts";
import type { Forms } from "../media/forms.ts";
import type { DownloadService } from "./download.service.ts";
import type { ExportService } from "./exports.service.ts";
import type { ImportService } from "./import.service.ts";

interface Dependencies {
  downloads: DownloadService;
  workExports: ExportService;
  imports: ImportService;
  archiveForms: Forms;
}

const Params = Type.Object({ key: Type.String({ maxLength: 80 }) });
const Query = Type.Object({
  expires: Type.Optional(Type.String({ pattern: "^\\d{1,15}$" })),
  signature: Type.Optional(Type.String({ maxLength: 64 })),
});

export function movingRoutes(
  app: FastifyInstance,
  { downloads, workExports, imports, archiveForms }: Dependencies,
): void {
  mount(app, downloadContent, async (request, reply) => {
    const { name, zip } = await downloads.item(memberOf(request), request.params.id);
    reply
      .type("application/zip")
      .header("content-disposition", `attachment; filename="${name}"`)
      .header("cache-control", "private, no-store");
    return reply.send(zip);
  });

  mount(app, importContent, (request) =>
    archiveForms.read(request, importContent, async ({ send = false }, file) => {
      if (!file) throw fieldError("file", "is required");
      return imports.received(memberOf(request), file, send);
    }),
  );

  mount(app, requestExport, async (request, reply) => {
    reply.code(202);
    return workExports.request(memberOf(request));
  });
  mount(app, getExport, (request) => workExports.state(memberOf(request)));

  app.get<{ Params: Static<typeof Params>; Querystring: Static<typeof Query> }>(
    "/exports/:key",
    { schema: { hide: true, params: Params, querystring: Query }, config: { limit: "media" } },
    async (request, reply) => {
      const { bytes, content } = await workExports.file(request.params.key, request.query);
      reply
        .type("application/zip")
        .header("content-disposition", 'attachment; filename="my-work.zip"')
        .header("content-length", bytes)
        .header("cache-control", "private, no-store");
      return reply.send(content);
    },
  );
}
