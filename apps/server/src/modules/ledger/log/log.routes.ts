import { getContentProof, getLogState } from "@cairn/contract";
import { readTilePath } from "@cairn/tlog";
import type { FastifyInstance, FastifyReply } from "fastify";
import { madeOf } from "../../../answers/answer-cache.ts";
import { addVary } from "../../../answers/shared-answers.ts";
import { mount } from "../../../calls/mount.ts";
import { AppError } from "../../../lib/app-error.ts";
import { codingFor, compress, smallestWorthCompressing } from "../../../lib/content-coding.ts";
import type { LogService } from "./log.service.ts";

const plainText = "text/plain; charset=utf-8";
/** A second is the shortest time between two checkpoints. */
const forASecond = "public, max-age=1";
/** A tile never changes, and neither does the beginning of one. */
const forEver = "public, max-age=31536000, immutable";

const tileParams = {
  type: "object",
  properties: {
    level: { type: "string", maxLength: "entries".length },
    "*": { type: "string", maxLength: "x999/x999/x999/x999/999.p/255".length },
  },
};

/** Serves the log in the layout of C2SP tlog-tiles, and the proof of one item. */
export function logRoutes(app: FastifyInstance, log: LogService): void {
  const documented = (operationId: string, summary: string, params?: object) => ({
    // Commitments alone, whoever the site is for.
    config: { limit: "read" as const, open: true as const },
    schema: { operationId, summary, tags: ["Log"], hide: app.prefix !== "", ...(params && { params }) },
  });
  const sendText = (reply: FastifyReply, body: string) =>
    reply.type(plainText).header("cache-control", forASecond).send(body);

  app.get(
    "/log/checkpoint",
    documented("getLogCheckpoint", "The newest signed checkpoint of the log (C2SP tlog-checkpoint)"),
    async (_request, reply) => sendText(reply, await log.checkpoint()),
  );

  app.get(
    "/log/key",
    documented("getLogKey", "The verifier key of the log, one line (C2SP signed-note)"),
    async (_request, reply) => sendText(reply, `${await log.verifierKey()}\n`),
  );

  app.get<{ Params: { level: string; "*": string } }>(
    "/log/tile/:level/*",
    documented("getLogTile", "A tile of the log's hashes, or of its entries (C2SP tlog-tiles)", tileParams),
    async (request, reply) => {
      const { level, "*": rest } = request.params;
      const part = readTilePath(level, rest);
      const bytes = part && (await log.tile(part));
      if (!part || !bytes) throw new AppError("not_found");
      reply.type("application/octet-stream").header("cache-control", forEver);
      // Hashes cannot be compressed.
      if (part.level !== null) return reply.send(bytes);
      addVary(reply, "Accept-Encoding");
      const coding = bytes.length < smallestWorthCompressing ? null : codingFor(request);
      if (!coding) return reply.send(bytes);
      return reply.header("content-encoding", coding).send(await compress(coding, bytes));
    },
  );

  mount(app, getLogState, async (_request, reply) => {
    const state = await log.state();
    if (!state) throw new AppError("not_found");
    madeOf(reply, ["log"]);
    return state;
  });

  mount(app, getContentProof, async (request, reply) => {
    const { id } = request.params;
    const proof = await log.proofOf(id);
    return reply
      .type(plainText)
      .header("content-disposition", `attachment; filename="post-${id}.tlog-proof"`)
      .header("cache-control", forASecond)
      .serializer(String)
      .send(proof);
  });
}
