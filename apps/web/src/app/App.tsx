import { lazy, Suspense, useEffect } from "react";
import { useLocation, useRoutes } from "react-router";
import { keptSince } from "../lib/device/since.ts";
import { useStore } from "../lib/store.ts";
import { LoadingScreen } from "./LoadingScreen.tsx";
import { NavigationFocus } from "./NavigationFocus.tsx";
import { RoleGuard } from "./RoleGuard.tsx";
import { loadScreens, matchedScreens, routes } from "./routes.tsx";
import { ScreenBoundary } from "./ScreenBoundary.tsx";
import { ScrollMemory } from "./ScrollMemory.tsx";
import { SessionExits } from "./SessionExits.tsx";
import { ScreenProgress } from "./screen.tsx";

// Lazy: seldom needed.
const DeviceLine = lazy(async () => ({ default: (await import("./DeviceLine.tsx")).DeviceLine }));

export function App() {
  const { pathname } = useLocation();
  const screens = useRoutes(routes);
  // This only starts the load; a failed chunk shows its error where it is rendered.
  loadScreens(pathname).catch(() => {});
  return (
    <>
      <SessionExits />
      <NavigationFocus />
      <ScrollMemory />
      <ScreenProgress />
      <ScreenBoundary outermost>
        <Suspense fallback={<LoadingScreen />}>
          <RoleGuard required={matchedScreens(pathname).at(-1)?.guard}>{screens}</RoleGuard>
          <Ready />
        </Suspense>
      </ScreenBoundary>
      <KeptSince />
    </>
  );
}

/** Rendered beside the screens: once they are hydrated, the page's own script hands over (start.js). */
function Ready() {
  useEffect(() => {
    document.dispatchEvent(new Event("application-ready"));
  }, []);
  return null;
}

/** Where the page shows what lies on this device. */
function KeptSince() {
  const since = useStore(keptSince, () => null);
  return (
    since !== null && (
      <Suspense>
        <DeviceLine since={since} />
      </Suspense>
    )
  );
}
