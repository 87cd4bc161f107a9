import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Witness } from "./witness.ts";

/** Bytes of a submission: 63 hashes and a checkpoint with many signatures need less than 10,000. */
const maxBytes = 65_536;
const maxConnections = 256;

/** Answers over HTTP. Slow, idle and oversized calls end; what a caller sends can hold neither memory nor sockets. */
export function createWitnessServer(witness: Witness, report: (line: string) => void): Server {
  const limits = {
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    keepAliveTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 8_192,
  };
  const server = createServer(limits, (request, response) => {
    answer(witness, request, response).catch((error: Error) => {
      // A caller that left gets nothing and is not reported.
      if (!request.complete) return response.destroy();
      report(`A call could not be answered: ${error.message}`);
      if (response.headersSent) response.destroy();
      else send(response, 500, "the witness could not answer\n");
    });
  });
  server.maxConnections = maxConnections;
  return server;
}

async function answer(witness: Witness, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ""] = (request.url ?? "").split("?");
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
  if (originHash === undefined && path !== "/add-checkpoint") {
    return send(response, 404, "there is nothing here\n");
  }
  const method = originHash === undefined ? "POST" : "GET";
  if (request.method !== method) {
    response.setHeader("allow", method);
    return send(response, 405, `this is asked with ${method}\n`);
  }
  if (originHash !== undefined) {
    const note = witness.latest(originHash);
    return note === null
      ? send(response, 404, "no checkpoint of this log has been cosigned\n")
      : send(response, 200, note);
  }
  const body = await readBody(request);
  if (!body) {
    response.setHeader("connection", "close");
    return send(response, 413, `a submission has at most ${maxBytes} bytes\n`);
  }
  const verdict = await witness.add(body);
  send(response, verdict.status, verdict.body, verdict.type);
}

/** null if there is more than a submission may have. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not cut the connection: the refusal is still to be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = "text/plain; charset=utf-8",
): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(body);
}
