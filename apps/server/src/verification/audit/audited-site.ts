import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";
import type { Response } from "undici";
import { ExternalFailure } from "../../lib/external-failure.ts";
import { readBounded } from "../../lib/read-bounded.ts";
import { createSafeFetch } from "../../lib/safe-fetch.ts";

/** What does not fit, as a sentence without a full stop. */
export class AuditFlaw extends Error {
  override readonly name = "AuditFlaw";
}

/** A site as any visitor sees it. */
export interface AuditedSite {
  /** null: 404. @throws ExternalFailure for any other answer than 200. */
  bytes(path: string): Promise<{ body: Buffer; next: string | null } | null>;
  text(path: string): Promise<string | null>;
  /** SHA-256 of a file, in hex; null: 404. */
  sha256(path: string): Promise<string | null>;
  close(): Promise<void>;
}

/** Milliseconds for one call, a large file included. */
const deadlineMs = 5 * 60_000;
const maxBytes = 64 * 1024 * 1024;
/** A site that limits its callers says how long to wait: seconds at most, and how often in a row. */
const longestWait = 300;
const maxWaits = 5;

export interface Asking {
  /** Milliseconds between two calls; undefined: 0. */
  readonly pauseMs?: number;
  /** What a site for members only wants to see. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param url without a slash at its end */
export function openAuditedSite(url: string, { pauseMs = 0, headers = {} }: Asking = {}): AuditedSite {
  const fetch = createSafeFetch({
    deadlineMs,
    maxWaiting: maxBytes,
    hosts: new Set([new URL(url).hostname]),
  });

  async function ask<Result>(
    path: string,
    read: (body: AsyncIterable<Uint8Array> | null, headers: Response["headers"]) => Promise<Result>,
  ): Promise<Result | null> {
    for (let waits = 0; ; waits += 1) {
      if (pauseMs > 0) await sleep(pauseMs);
      const answer = await fetch.ask(
        new URL(path, `${url}/`).href,
        { headers: { accept: "application/json, text/plain, */*;q=0.5", ...headers } },
        async ({ status, headers: given, body }) => {
          if (status === 200) return { status, result: await read(body, given), after: 0 };
          body?.cancel().catch(() => {}); // frees the socket
          return { status, result: null, after: Number(given.get("retry-after") ?? 1) };
        },
      );
      if (answer.status === 200 || answer.status === 404) return answer.result;
      if (answer.status !== 429 || waits >= maxWaits) {
        throw new ExternalFailure(`answered ${answer.status} to ${path}`);
      }
      await sleep(Math.min(Math.max(answer.after, 1), longestWait) * 1000);
    }
  }

  const bytes = (path: string) =>
    ask(path, async (body, headers) => ({
      body: Buffer.from(await readBounded(body, maxBytes)),
      next: headers.get("x-next-cursor"),
    }));

  return {
    bytes,
    text: async (path) => (await bytes(path))?.body.toString("utf8") ?? null,
    sha256: (path) =>
      ask(path, async (body) => {
        const hash = createHash("sha256");
        for await (const chunk of body ?? []) hash.update(chunk);
        return hash.digest("hex");
      }),
    close: fetch.close,
  };
}

/** @throws AuditFlaw if the text is not JSON of this form */
export function parseAs<Schema extends TSchema>(schema: Schema, text: string, what: string): Static<Schema> {
  const value = parseJson(text);
  if (!Check(schema, value)) throw new AuditFlaw(`${what} is not valid`);
  return value;
}

/** undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
