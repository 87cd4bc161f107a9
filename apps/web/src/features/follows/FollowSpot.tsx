import type { FollowKind } from "@cairn/contract";
import { memo, Suspense } from "react";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { useIsSignedIn } from "../../lib/session/useSession.tsx";
import { cx } from "../../ui/cx.ts";
import * as css from "./follow-spot.module.css";

// Lazy: the server's page is the same for everybody.
const FollowButton = lazyNamed(() => import("./FollowButton.tsx"), "FollowButton");

interface FollowSpotProps {
  kind: FollowKind;
  id: string;
  name: string;
  /** A small one, beside a word in a list. */
  isIcon?: boolean;
}

/** The space of the button that follows something: empty for visitors and until the session has been read. */
export const FollowSpot = memo(function FollowSpot(props: FollowSpotProps) {
  const isSignedIn = useIsSignedIn();
  return (
    <div className={cx(props.isIcon ? css.icon : css.root, isSignedIn && css.ofMember)}>
      {isSignedIn && (
        <Suspense>
          <FollowButton {...props} />
        </Suspense>
      )}
    </div>
  );
});
