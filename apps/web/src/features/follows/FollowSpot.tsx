import { type FollowKind, screens } from "@cairn/contract";
import { BellPlus } from "lucide-react";
import { memo, Suspense } from "react";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { useLoginState } from "../../lib/session/return-place.ts";
import { useIsSignedIn } from "../../lib/session/useSession.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
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

/** The space of the button that follows something. Visitors have a link to the login screen in it, if it is not a small one. */
export const FollowSpot = memo(function FollowSpot(props: FollowSpotProps) {
  const isSignedIn = useIsSignedIn();
  return (
    <div className={cx(props.isIcon ? css.icon : css.root, isSignedIn && css.ofMember)}>
      {isSignedIn ? (
        <Suspense>
          <FollowButton {...props} />
        </Suspense>
      ) : (
        !props.isIcon && <FollowLink {...props} />
      )}
    </div>
  );
});

function FollowLink({ name }: Pick<FollowSpotProps, "name">) {
  const state = useLoginState({ reason: `Log in to follow ${name}.` });
  return (
    <ButtonLink
      size="sm"
      to={screens.login}
      state={state}
      aria-label={`Log in to follow ${name}`}
      data-needs-app=""
    >
      <BellPlus size={16} />
      Follow
    </ButtonLink>
  );
}
