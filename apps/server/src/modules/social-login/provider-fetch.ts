import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { CustomFetch } from "openid-client";
import { Agent, fetch } from "undici";
import { asOutsideFailure, OutsideFailure } from "../../lib/outside-failure.ts";
import { publicLookup } from "../../lib/public-lookup.ts";
import { readBounded } from "../../lib/read-bounded.ts";

export interface ProviderFetchSettings {
  /** Milliseconds for all calls of one step together: D66 promises an answer within ten seconds. */
  readonly deadlineMs: number;
  /** Bytes of a body, after decompression. */
  readonly maxBytes: number;
  /** How names are looked up, before private addresses are refused. */
  readonly lookup?: LookupFunction | undefined;
}

export interface ProviderFetch {
  /** A fetch for the calls of one step, which share its deadline. */
  withinDeadline(): CustomFetch;
  /** Ends what is under way; calls made later fail. */
  close(): Promise<void>;
}

/**
 * Calls to sign-in providers, within bounds of time and size. `hosts` are the operator's own choice and may be
 * private; whatever else a provider names has to be public. Redirects are handed to the library, which refuses them.
 */
export function createProviderFetch(
  hosts: ReadonlySet<string>,
  { deadlineMs, maxBytes, lookup = systemLookup }: ProviderFetchSettings,
): ProviderFetch {
  const agent = new Agent({
    connections: 6,
    pipelining: 0,
    connect: { lookup: lookupFor(hosts, lookup), timeout: deadlineMs },
  });

  return {
    withinDeadline() {
      const signal = AbortSignal.timeout(deadlineMs);
      return async (url, { method, headers, body }) => {
        try {
          const response = await fetch(url, {
            dispatcher: agent,
            redirect: "manual",
            method,
            headers: { ...headers, "user-agent": "Cairn" },
            body,
            signal,
          });
          const whole = await readBounded(response.body, maxBytes);
          // Read as a whole here, so that the bounds hold however the library reads it.
          return new Response(whole.byteLength > 0 ? whole : null, {
            status: response.status,
            headers: [...response.headers],
          });
        } catch (error) {
          if (signal.aborted) throw new OutsideFailure(`took longer than ${deadlineMs} ms`);
          throw asOutsideFailure(error);
        }
      };
    },
    close: () => agent.destroy(),
  };
}

function lookupFor(hosts: ReadonlySet<string>, lookup: LookupFunction): LookupFunction {
  const lookupPublic = publicLookup(lookup);
  return (hostname, options, callback) => {
    const look = hosts.has(hostname) ? lookup : lookupPublic;
    look(hostname, options, callback);
  };
}
