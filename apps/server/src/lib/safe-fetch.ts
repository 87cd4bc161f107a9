import type { LookupFunction } from "node:net";
import { buildConnector, fetch, type Response } from "undici";
import { asExternalFailure, ExternalFailure } from "./external-failure.ts";
import { createOutsideAgent } from "./outside-agent.ts";
import { guardedConnector, isPrivateName, nameServerLookup, publicLookup } from "./public-lookup.ts";
import { readBounded } from "./read-bounded.ts";

export interface SafeFetchSettings {
  /** Milliseconds for a whole call: name lookup, connection, headers and body. */
  readonly deadlineMs: number;
  /** Bytes of a body, after decompression. */
  readonly maxBytes: number;
  /** Bytes of a body that may wait for their reader; undefined: as many as anybody's may. */
  readonly maxWaiting: number | undefined;
  /** How names are looked up, before private addresses are refused. */
  readonly lookup: LookupFunction | undefined;
  /** Hosts that the operator has configured. Only they may be private, by address or by name. */
  readonly hosts: ReadonlySet<string>;
  /** `host:port` of servers that may be asked wherever they are, whatever their name. */
  readonly anywhere: ReadonlySet<string>;
  readonly userAgent: string;
}

const defaults: SafeFetchSettings = {
  deadlineMs: 8_000,
  maxBytes: 2 * 1024 * 1024,
  maxWaiting: undefined,
  lookup: undefined,
  hosts: new Set(),
  anywhere: new Set(),
  userAgent: "Cairn",
};

interface Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: "POST" | "HEAD";
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface SafeAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The encoding that its Content-Type names; null if it names none. */
  readonly charset: string | null;
}

export interface SafeFetch {
  /** A 200 answer. @throws ExternalFailure for anything else. */
  get(url: string, accept: string): Promise<SafeAnswer>;
  /** Any answer, as `read` makes of it within the limit of time. @throws ExternalFailure if none comes */
  ask<Result>(url: string, call: Call, read: (response: Response) => Promise<Result>): Promise<Result>;
  /** Aborts calls in flight; later calls fail. */
  close(): Promise<void>;
}

/** Fetches from hosts that may be slow, broken or hostile, within limits of time and size. Redirects are refused. */
export function createSafeFetch(settings: Partial<SafeFetchSettings> = {}): SafeFetch {
  const { deadlineMs, maxBytes, maxWaiting, lookup, hosts, anywhere, userAgent } = {
    ...defaults,
    ...settings,
  };
  const inFlight = new Set<AbortController>();
  const connect = guardedConnector({
    hosts,
    // Without configured hosts, members choose the names.
    lookup: publicLookup(
      lookup ?? (hosts.size === 0 ? nameServerLookup : undefined),
      (name) => hosts.has(name) && isPrivateName(name),
    ),
    timeout: deadlineMs,
  });
  const connectAnywhere = buildConnector({ lookup: publicLookup(lookup, () => true), timeout: deadlineMs });
  const isAnywhere = ({ hostname, protocol, port }: buildConnector.Options) =>
    anywhere.has(`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`);
  const agent = createOutsideAgent(
    (options, callback) => (isAnywhere(options) ? connectAnywhere : connect)(options, callback),
    maxWaiting,
  );

  async function ask<Result>(
    url: string,
    { headers, ...init }: Call,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const call = new AbortController();
    let isSent = false;
    const dispatcher = agent.whenSent(() => {
      isSent = true;
    });
    const deadline = setTimeout(() => call.abort(), deadlineMs);
    inFlight.add(call);
    try {
      const response = await fetch(url, {
        ...init,
        dispatcher,
        redirect: "manual",
        headers: { ...headers, "user-agent": userAgent },
        signal: call.signal,
      });
      return await read(response);
    } catch (error) {
      if (call.signal.aborted)
        throw new ExternalFailure(
          `took longer than ${deadlineMs} ms`,
          isSent ? undefined : "UND_ERR_CONNECT_TIMEOUT",
        );
      throw asExternalFailure(error);
    } finally {
      clearTimeout(deadline);
      inFlight.delete(call);
    }
  }

  return {
    get: (url, accept) => ask(url, { headers: { accept } }, (response) => readAnswer(response, maxBytes)),
    ask,
    async close() {
      for (const call of inFlight) call.abort();
      await agent.destroy();
    },
  };
}

async function readAnswer(response: Response, maxBytes: number): Promise<SafeAnswer> {
  if (response.status !== 200) {
    // Frees the socket. An error of the body does not matter any more.
    response.body?.cancel().catch(() => {});
    throw new ExternalFailure(`answered ${response.status}`);
  }
  const type = response.headers.get("content-type") ?? "";
  return {
    bytes: await readBounded(response.body, maxBytes),
    charset: /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(type)?.[1] ?? null,
  };
}
