import { matchRoutes } from "react-router";
import { routes } from "./routes.tsx";
import type { ScreenHandle } from "./screen.tsx";

/** In milliseconds: a pointer that stays this long is about to press. */
const pause = 65;

/**
 * Fetches the page behind a link, its code and its answers, when the pointer rests on the link, the focus reaches it or a
 * finger touches it. One page at a time, the latest that was asked for next; never with Save-Data.
 */
export function watchLinks(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = ({ target }: Event) => {
    clearTimeout(timer);
    const page = pageBehind(target);
    if (page) timer = setTimeout(() => void want(page), pause);
  };
  const atOnce = ({ target }: Event) => {
    const page = pageBehind(target);
    if (page) void want(page);
  };
  document.addEventListener("pointerover", soon, { passive: true });
  document.addEventListener("focusin", soon);
  document.addEventListener("touchstart", atOnce, { passive: true });
}

/** The address that a link within the site leads to; undefined for the open page, and for what is no page of the site. */
function pageBehind(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.target || link.hasAttribute("download") || savesData()) return undefined;
  const address = new URL(link.href);
  const { origin, pathname, search } = window.location;
  const isOpen = address.pathname === pathname && address.search === search;
  return address.origin === origin && !isOpen ? address : undefined;
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

let wanted: URL | undefined;
let isBusy = false;

async function want(page: URL): Promise<void> {
  wanted = page;
  if (isBusy) return;
  isBusy = true;
  while (wanted) {
    const next: URL = wanted;
    wanted = undefined;
    // What fails is fetched, and reported, when the reader goes there.
    await fetchPage(next).catch(() => {});
  }
  isBusy = false;
}

async function fetchPage({ pathname, searchParams }: URL): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  if (matches.at(-1)?.route.path === "*") return;
  await Promise.all(
    matches.map(async ({ route, params }) => {
      const screen = await (route.handle as ScreenHandle | undefined)?.fetch();
      if (!screen?.fetchAhead) return;
      const { currentQueryClient } = await import("../lib/query-client.ts");
      await screen.fetchAhead(currentQueryClient(), params, searchParams);
    }),
  );
}
