import { messages, screens } from "@cairn/contract";
import { Suspense, useEffect, useRef } from "react";
import { useLocation, useNavigate, useRoutes } from "react-router";
import { keptSince } from "../lib/device/since.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { connectExits } from "../lib/session/exits.ts";
import type { LoginState } from "../lib/session/return-place.ts";
import { arrive, endSession, readSession } from "../lib/session/session.ts";
import { SessionProvider } from "../lib/session/useSession.tsx";
import { useStore } from "../lib/store.ts";
import { LoadingScreen, RoleGuard } from "./RoleGuard.tsx";
import { loadScreens, matchedScreens, routes } from "./routes.tsx";
import { ScreenBoundary } from "./ScreenBoundary.tsx";
import { NavigationFocus, ScrollMemory } from "./ScrollMemory.tsx";
import { ScreenProgress } from "./screen.tsx";

// Lazy: seldom needed.
const DeviceLine = lazyNamed(() => import("./DeviceLine.tsx"), "DeviceLine");

export function App() {
  const { pathname } = useLocation();
  const screens = useRoutes(routes);
  // This only starts the load; a failed chunk shows its error where it is rendered.
  loadScreens(pathname).catch(() => {});
  return (
    <SessionProvider>
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
    </SessionProvider>
  );
}

/** Rendered beside the screens: once they are hydrated, the page's own script hands over (start.js). */
function Ready() {
  useEffect(() => {
    document.dispatchEvent(new Event("application-ready"));
  }, []);
  return null;
}

/** The line on pages that show copies stored on this device. */
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

/**
 * Where the browser goes when a call finds that the session is over (docs/rules.md#session-expired) or that logging in would help
 * (docs/rules.md#registered-emails-lead-to-the-login). The login returns to the page where that happened (docs/rules.md#return-after-the-login).
 */
function SessionExits() {
  const navigate = useNavigate();
  const location = useLocation();
  const page = useRef(location);

  useEffect(() => {
    const toLogin = (state: LoginState) => {
      const from = page.current.pathname + page.current.search;
      void navigate(screens.login, { replace: true, state: { from, ...state } });
    };
    return connectExits({
      sessionLost: () => {
        const { userId } = readSession();
        endSession({ leaving: true });
        toLogin({ error: messages.sessionExpired, owner: userId ?? 0 });
      },
      loginSuggested: (error) => toLogin({ error }),
      // Rarely needed, so it is not part of the first page's code.
      emailUnconfirmed: (text) => void import("./offer-link.ts").then(({ offerLink }) => offerLink(text)),
    });
  }, [navigate]);

  useEffect(() => {
    page.current = location;
    arrive();
  }, [location]);

  return null;
}
