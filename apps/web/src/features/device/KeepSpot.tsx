import type { Series } from "@cairn/contract";
import { lazy, memo, Suspense } from "react";
import { canKeep } from "../../lib/device/worker.ts";
import { useHydrated } from "../../lib/store.ts";
import * as css from "./device.module.css";

// Lazy: the server's page is the same for every browser.
const KeepButton = lazy(async () => ({ default: (await import("./KeepButton.tsx")).KeepButton }));

/** The space of the button that keeps a series on this device; empty where the browser cannot. */
export const KeepSpot = memo(function KeepSpot(props: Pick<Series, "id" | "items">) {
  const isHydrated = useHydrated();
  return (
    <div className={css.spot}>
      {isHydrated && canKeep() && (
        <Suspense>
          <KeepButton {...props} />
        </Suspense>
      )}
    </div>
  );
});
