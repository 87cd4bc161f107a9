import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api/api-error.ts";
import { readSession, subscribeSession } from "./session/session.ts";

/** Only what may pass by itself is tried again: no answer, or the server's own trouble. */
export const mayPass = (error: unknown) =>
  error instanceof ApiError && (error.code === "network" || error.status >= 500);

const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Offline a call fails at once and says so; the default would show a loading sign until the connection is back.
        networkMode: "always",
        retry: (failures, error) => failures < 2 && mayPass(error),
      },
      mutations: { networkMode: "always" },
    },
  });

let owner = readSession().refreshToken;
let client = createClient();

// Answers belong to the session they were given to: computers are shared (D41). A late answer to the old session
// lands in the old client, which nobody reads.
subscribeSession(() => {
  const now = readSession().refreshToken;
  if (now === owner) return;
  owner = now;
  client.clear();
  client = createClient();
});

export const currentQueryClient = () => client;
