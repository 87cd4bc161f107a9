import { matchRoutes } from "react-router";
import { routes } from "./routes.tsx";
import type { ScreenHandle } from "./screen.tsx";

/** The lazy components that an address shows, outermost first. */
export const matchedScreens = (pathname: string): ScreenHandle[] =>
  (matchRoutes(routes, pathname) ?? []).flatMap(
    ({ route }) => (route.handle as ScreenHandle | undefined) ?? [],
  );

/** Fetches them side by side; rendered alone, a layout would be waited for before its screen is even asked for. */
export const loadScreens = (pathname: string) =>
  Promise.all(matchedScreens(pathname).map(({ load }) => load()));
