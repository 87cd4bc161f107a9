import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { CustomFetch } from "openid-client";
import { fetch } from "undici";
import { asExternalFailure, ExternalFailure } from "../../lib/external-failure.ts";
import { createOutsideAgent } from "../../lib/outside-agent.ts";
import { guardedConnector, publicLookup } from "../../lib/public-lookup.ts";
import { readBounded } from "../../lib/read-bounded.ts";

export interface ProviderFetchSettings {
  /** Milliseconds for all calls of one step together: an answer is promised within ten seconds (docs/rules.md#texts-of-failed-feeds). */
  readonly deadlineMs: number;
  /** Bytes of a body, after decompression. */
  readonly maxBytes: number;
  /** How names are looked up, before private addresses are refused. */
  readonly lookup?: LookupFunction | undefined;
}

export interface ProviderFetch {
  /** A fetch for the calls of one step, which share its deadline. */
  withinDeadline(): CustomFetch;
  /** Aborts calls in flight; later calls fail. */
  close(): Promise<void>;
}

/**
 * Calls to sign-in providers, with limits on time and size. `hosts` are chosen by the operator and may be private; any
 * other host that a provider names must be public. Redirects are passed to the library, which refuses them.
 */
export function createProviderFetch(
  hosts: ReadonlySet<string>,
  { deadlineMs, maxBytes, lookup = systemLookup }: ProviderFetchSettings,
): ProviderFetch {
  const agent = createOutsideAgent(
    guardedConnector({ hosts, lookup: lookupFor(hosts, lookup), timeout: deadlineMs }),
  );

  return {
    withinDeadline() {
      const signal = AbortSignal.timeout(deadlineMs);
      return async (url, { method, headers, body }) => {
        try {
          const response = await fetch(url, {
            dispatcher: agent.dispatcher,
            redirect: "manual",
            method,
            headers: { ...headers, "user-agent": "Cairn" },
            body,
            signal,
          });
          const whole = await readBounded(response.body, maxBytes);
          // Reads the whole body here, so that the limits hold however the library reads it.
          return new Response(whole.byteLength > 0 ? whole : null, {
            status: response.status,
            headers: [...response.headers],
          });
        } catch (error) {
          if (signal.aborted) throw new ExternalFailure(`took longer than ${deadlineMs} ms`);
          throw asExternalFailure(error);
        }
      };
    },
    close: () => agent.destroy(),
  };
}

function lookupFor(hosts: ReadonlySet<string>, lookup: LookupFunction): LookupFunction {
  const lookupPublic = publicLookup(lookup, () => false);
  return (hostname, options, callback) => {
    const look = hosts.has(hostname) ? lookup : lookupPublic;
    look(hostname, options, callback);
  };
}
