import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pyodideFiles, pyodidePath } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { AppError, ensure } from "../../lib/app-error.ts";
import { expectsOther, hasAlready } from "../../lib/entity-tag.ts";
import { forThisSite } from "../../plugins/security-headers.ts";

/**
 * Serves Pyodide's files, each by a route of its own: no path of a request reaches the folder. Browsers keep them and ask
 * each time whether they have changed.
 */
export function pyodideRoutes(app: FastifyInstance, folder: string): void {
  for (const [name, type] of Object.entries(pyodideFiles)) {
    const file = join(folder, name);
    const options = { schema: { hide: true }, config: { limit: "file" as const, open: true as const } };
    app.get(`${pyodidePath}${name}`, options, async (request, reply) => {
      const facts = await stat(file).catch(() => null);
      if (!facts?.isFile()) throw new AppError("not_found");
      const etag = `W/"${facts.size.toString(16)}-${Math.floor(facts.mtimeMs).toString(16)}"`;
      forThisSite(reply, { isPage: false });
      reply.header("cache-control", "no-cache").header("etag", etag).type(type);
      ensure(!expectsOther(request.headers["if-match"], etag), "precondition_failed");
      if (hasAlready(request.headers["if-none-match"], etag)) return reply.code(304).send();
      return reply.header("content-length", facts.size).send(createReadStream(file));
    });
  }
}
