import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import S3rver from "s3rver";
import { isSigned } from "./signature.ts";
import { WholeObjects } from "./whole-objects.ts";

export interface BucketServer {
  /** Its own address, without a bucket. */
  readonly endpoint: string;
  /** Each folder in it is a bucket. */
  readonly directory: string;
  close(): Promise<void>;
}

/**
 * An S3-speaking server on loopback: s3rver, whose own limits would let mistakes of ours through. It takes any signature
 * of version 4, and requests without one, for good: here each is checked. It answers a PUT before all of it is written,
 * keeps the half of one that was broken off, and compares no hash: here an object is there whole, as it was signed, or
 * not at all. It answers the range 0-0 with the whole: here with its byte. It breaks where a list goes on: here one
 * ends instead, and how lists go on is tried against made-up answers. It has no versions, no lifecycle, no access
 * rules, no HTTPS and no limits of its own; suffix ranges and multipart uploads, which Cairn does not use, are untried.
 */
export async function openBucketServer({
  directory,
  port = 0,
}: {
  directory: string;
  port?: number;
}): Promise<BucketServer> {
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false });
  s3rver.store = s3rver.context.store = new WholeObjects(directory);
  const answer = s3rver.callback();
  const server = createServer((request, response) => {
    if (isSigned(request)) return answer(request, response);
    request.resume();
    response.writeHead(403, { "content-type": "application/xml" });
    response.end(`<Error><Code>${whyNot(request)}</Code></Error>`);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    directory,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const whyNot = ({ headers }: IncomingMessage) =>
  headers.authorization === undefined ? "AccessDenied" : "SignatureDoesNotMatch";
