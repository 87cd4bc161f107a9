import { useEffect, useState } from "react";
import { type DeliveryStage, deliver } from "./delivery.ts";

/**
 * Sends a post that is marked as on its way for as long as it shows; what is broken off goes on when it shows again.
 * Null: it is not on its way.
 */
export function useDelivery(id: string, isUnderway: boolean): DeliveryStage | null {
  const [stage, setStage] = useState<DeliveryStage>({ name: "waiting" });

  useEffect(() => {
    if (!isUnderway) return;
    const control = new AbortController();
    void deliver(id, {
      signal: control.signal,
      onStage: (next) => !control.signal.aborted && setStage(next),
    });
    return () => {
      control.abort();
      setStage({ name: "waiting" });
    };
  }, [id, isUnderway]);

  return isUnderway ? stage : null;
}
