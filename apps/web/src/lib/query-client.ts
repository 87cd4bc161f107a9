import type { LiveChange } from "@cairn/contract";
import { QueryClient } from "@tanstack/react-query";
import type { Params } from "react-router";
import { ApiError } from "./api/api-error.ts";
import { readSession, subscribeSession } from "./session/session.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** `live`: what the answer is made of; the live line refetches it after a change (docs/rules.md#live-line). */
    queryMeta: { live?: readonly LiveChange[] };
  }
}

/** Puts the first answers of a screen into the cache before it is opened, where they are missing or old. */
export type FetchAhead = (cache: QueryClient, params: Params, search: URLSearchParams) => Promise<unknown>;

/** Whether to repeat a call at once: after no answer or a server error, and never after a rate limit. */
export const mayRetry = (error: unknown) =>
  error instanceof ApiError && (error.code === "network" || error.status >= 500);

/** True during the first attempt of a call: content below its answer should wait for it. */
export const isFirstTry = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }) =>
  isLoading && failureCount === 0;

const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Offline, a call fails at once with an error; the default would show a loading sign until the connection is
        // back.
        networkMode: "always",
        retry: (failures, error) => failures < 2 && mayRetry(error),
      },
      mutations: { networkMode: "always" },
    },
  });

let owner = readSession().refreshToken;
let client = createClient();

// Cached answers belong to one session, because computers are shared (docs/rules.md#logout). A late answer for the old
// session lands in the old client, which is no longer used.
subscribeSession(() => {
  const now = readSession().refreshToken;
  if (now === owner) return;
  owner = now;
  client.clear();
  client = createClient();
});

export const currentQueryClient = () => client;
