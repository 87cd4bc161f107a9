import { Suspense } from "react";
import { useLocation, useRoutes } from "react-router";
import { LoadingScreen } from "./LoadingScreen.tsx";
import { loadScreens, matchedScreens } from "./matched-screens.ts";
import { NavigationFocus } from "./NavigationFocus.tsx";
import { RoleGuard } from "./RoleGuard.tsx";
import { routes } from "./routes.tsx";
import { ScreenBoundary } from "./ScreenBoundary.tsx";
import { ScreenProgress } from "./ScreenProgress.tsx";
import { ScrollMemory } from "./ScrollMemory.tsx";
import { SessionExits } from "./SessionExits.tsx";

export function App() {
  const { pathname } = useLocation();
  const screens = useRoutes(routes);
  // A failure shows where the chunk is rendered; here nobody waits for it.
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
        </Suspense>
      </ScreenBoundary>
    </>
  );
}
