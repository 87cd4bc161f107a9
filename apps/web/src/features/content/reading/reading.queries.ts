import { getPosition, type ReadingPlace, savePosition } from "@cairn/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { sharedKeys } from "../../../lib/query-keys.ts";
import { unfinishedQuery } from "../content.queries.ts";

/** Where the member was when they opened the item: asked for each time, since another device may have gone on. */
export const placeQuery = (id: number) =>
  queryOptions({
    queryKey: [...sharedKeys.content, "place", id],
    async queryFn({ signal }) {
      await lastSent;
      return api.call(getPosition, { params: { id }, signal });
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The place that was sent last: who comes right back to an item is where they left it. */
let lastSent: Promise<unknown> = Promise.resolve();

/** Milliseconds between two places that are sent. */
const pause = 10_000;

/** Sends the last place that was noted, seldom while the member reads and at once when they leave the page. */
export function createPlaceKeeper(cache: QueryClient, id: number) {
  let sent: ReadingPlace | null = null;
  let latest: ReadingPlace | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send() {
    clearTimeout(timer);
    timer = undefined;
    if (!latest || (sent?.position === latest.position && sent.seconds === latest.seconds)) return;
    sent = latest;
    lastSent = api.call(savePosition, { params: { id }, body: latest, keepalive: true }).then(
      () => cache.invalidateQueries({ queryKey: unfinishedQuery.queryKey }),
      // The next place is sent in any case.
      () => {},
    );
  }

  return {
    note(place: ReadingPlace) {
      latest = place;
      timer ??= setTimeout(send, pause);
    },
    send,
  };
}
export type PlaceKeeper = ReturnType<typeof createPlaceKeeper>;
