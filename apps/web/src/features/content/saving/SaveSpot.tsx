import { memo, Suspense } from "react";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { useIsSignedIn, useSession } from "../../../lib/session/useSession.tsx";
import { cx } from "../../../ui/cx.ts";
import * as cardSavingCss from "./card-saving.module.css";
import * as css from "./save-spot.module.css";

// Lazy: the server's page is the same for everybody, and no first view pays for it.
const SaveButton = lazyNamed(() => import("./SaveButton.tsx"), "SaveButton");

interface SaveSpotProps {
  id: number;
  title: string;
  className?: string;
}

/** The place of the button that saves an item: its sign alone until the session has been read (docs/rules.md#reading-places). */
export const SaveSpot = memo(function SaveSpot({ id, title, className }: SaveSpotProps) {
  const isKnown = useSession() !== null;
  return (
    <span className={cx(css.root, className)}>
      {isKnown && (
        <Suspense>
          <SaveButton id={id} title={title} />
        </Suspense>
      )}
    </span>
  );
});

/** For members, on the picture of a card: there it moves nothing when it comes. */
export function CardSaving({ id, title }: { id: number; title: string }) {
  if (!useIsSignedIn()) return null;
  return <SaveSpot className={cardSavingCss.root} id={id} title={title} />;
}
