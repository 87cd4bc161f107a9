import { memo, Suspense } from "react";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { useIsSignedIn } from "../../lib/session/useSession.tsx";

// Lazy: the server's page is the same for everybody.
const SeriesProgress = lazyNamed(() => import("./SeriesProgress.tsx"), "SeriesProgress");

/** Nothing for visitors and until the session has been read. */
export const SeriesProgressSpot = memo(function SeriesProgressSpot(props: { id: number; of: number }) {
  const isSignedIn = useIsSignedIn();
  return isSignedIn ? (
    <Suspense>
      <SeriesProgress {...props} />
    </Suspense>
  ) : null;
});
