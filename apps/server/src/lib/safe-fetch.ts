import type { LookupFunction } from "node:net";
import { Agent, fetch, type Response } from "undici";
import { OutsideFailure } from "./outside-failure.ts";
import { publicLookup } from "./public-lookup.ts";

export interface SafeFetchSettings {
  /** Milliseconds for a whole call: name, connection, headers and body. */
  readonly deadlineMs: number;
  /** Bytes of a body, after decompression. */
  readonly maxBytes: number;
  /** How names are looked up, before private addresses are refused. */
  readonly lookup: LookupFunction | undefined;
}

const defaults: SafeFetchSettings = { deadlineMs: 8_000, maxBytes: 2 * 1024 * 1024, lookup: undefined };

export interface SafeFetch {
  /** The body of a 200 answer. @throws OutsideFailure for anything else. */
  get(url: string, accept: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends what is under way; calls made later fail. */
  close(): Promise<void>;
}

/** Reads from hosts that may be slow, broken or hostile, within bounds of time and size. Redirects are refused. */
export function createSafeFetch(settings: Partial<SafeFetchSettings> = {}): SafeFetch {
  const { deadlineMs, maxBytes, lookup } = { ...defaults, ...settings };
  const underway = new Set<AbortController>();
  const agent = new Agent({
    // A host that hangs holds this many sockets and no more; each serves one call, so that each call's address is checked.
    connections: 6,
    pipelining: 0,
    connect: { lookup: publicLookup(lookup), timeout: deadlineMs },
  });

  return {
    async get(url, accept) {
      const call = new AbortController();
      const deadline = setTimeout(() => call.abort(), deadlineMs);
      underway.add(call);
      try {
        const response = await fetch(url, {
          dispatcher: agent,
          redirect: "manual",
          headers: { accept, "user-agent": "Cairn" },
          signal: call.signal,
        });
        return await readBody(response, maxBytes);
      } catch (error) {
        if (call.signal.aborted) throw new OutsideFailure(`took longer than ${deadlineMs} ms`);
        throw asFailure(error);
      } finally {
        clearTimeout(deadline);
        underway.delete(call);
      }
    },
    async close() {
      for (const call of underway) call.abort();
      await agent.destroy();
    },
  };
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (response.status !== 200) {
    // Frees the socket; a body that breaks off meanwhile is no news.
    response.body?.cancel().catch(() => {});
    throw new OutsideFailure(`answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body, and with it the decompression.
    if (size > maxBytes) throw new OutsideFailure(`sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}

function asFailure(error: unknown): OutsideFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof OutsideFailure) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no reason given";
  return new OutsideFailure(`could not be read (${code})`);
}
