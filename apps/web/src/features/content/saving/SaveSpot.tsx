import { lazy, memo, Suspense } from "react";
import { useSession } from "../../../lib/session/useSession.ts";
import { cx } from "../../../ui/cx.ts";
import * as css from "./save-spot.module.css";

// Lazy: the server's page is the same for everybody, and no first view pays for it.
const SaveButton = lazy(async () => ({ default: (await import("./SaveButton.tsx")).SaveButton }));

interface SaveSpotProps {
  id: number;
  title: string;
  className?: string;
}

/** The space of the button that saves an item: empty until the session has been read (docs/rules.md#d136). */
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
