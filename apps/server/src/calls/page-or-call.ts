import { listAuthors, listSeries, publicPages, screens } from "@cairn/contract";
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { memoizedHeader } from "../lib/memoized-header.ts";

/** What a client prefers by its Accept header: a page, data, or neither. */
export type Wish = "page" | "data" | "either";

/** Calls that list what has pages: a browser is led to the library. */
export const listsInLibrary: readonly string[] = [listSeries.path, listAuthors.path];
/** Paths that the specification gives both a screen and a call, and these: the call wins unless a page is preferred. */
const callUnlessPage: readonly string[] = [
  screens.content,
  screens.notifications,
  screens.webhooks,
  screens.adminSettings,
  screens.adminInvitations,
  ...listsInLibrary,
];
/** Paths that Cairn adds: the page wins unless data is preferred (docs/rules.md#page-or-call). */
const pageUnlessData: readonly string[] = [
  ...Object.values(publicPages).flatMap(({ isCall, paths }) => (isCall ? paths : [])),
  screens.saved,
  screens.history,
];

export const isPageAndCall = (route: string): boolean =>
  callUnlessPage.includes(route) || pageUnlessData.includes(route);

type Incoming = Pick<FastifyRequest["raw"], "method" | "headers">;

/** Ignores parameters other than the weight: charset and profile of JSON change nothing. */
const parameters = /;(?!\s*q\s*=)[^,;]*/gi;

/** Browsers prefer a page when they load one. At equal weight the first type wins. */
export const wishOf = memoizedHeader((accept): Wish => {
  const negotiator = new Negotiator({
    headers: accept === undefined ? {} : { accept: accept.replaceAll(parameters, "") },
  });
  const [page, data] = ["text/html", "application/json"];
  if (negotiator.mediaTypes([data, page])[0] === page) return "page";
  return negotiator.mediaTypes([page, data])[0] === data ? "data" : "either";
});

export const isRead = ({ method }: Incoming): boolean => method === "GET" || method === "HEAD";

/** Lets a route name its audience: `constraints: { wish: "page,either" }`. Passed to the framework when the app is created. */
export const wishConstraint = {
  name: "wish",
  storage() {
    const handlers = new Map<unknown, unknown>();
    return {
      get: (wish: unknown) => (handlers.get(wish) as never) ?? null,
      set: (audience: string, handler: unknown) => {
        for (const wish of audience.split(",")) handlers.set(wish, handler);
      },
    };
  },
  deriveConstraint: (request: Incoming): Wish => (isRead(request) ? wishOf(request.headers.accept) : "data"),
  mustMatchWhenDerived: false,
  validate: () => true,
};

export const pageOptions = (path: string) => ({
  schema: { hide: true },
  ...(isPageAndCall(path) && {
    constraints: { wish: callUnlessPage.includes(path) ? "page" : "page,either" },
  }),
});
