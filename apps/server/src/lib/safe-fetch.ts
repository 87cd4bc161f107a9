import type { LookupFunction } from "node:net";
import { Agent, fetch, type Response } from "undici";
import { asOutsideFailure, OutsideFailure } from "./outside-failure.ts";
import { publicLookup } from "./public-lookup.ts";
import { readBounded } from "./read-bounded.ts";

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
        throw asOutsideFailure(error);
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
  return readBounded(response.body, maxBytes);
}
