import { useEffect, useState } from "react";
import { type DeliveryStage, deliver } from "./delivery.ts";

/**
 * Sends a post marked for delivery for as long as it is mounted; an aborted delivery resumes when it mounts again.
 * Null: it is not being sent.
 */
export function useDelivery(id: string, isInFlight: boolean): DeliveryStage | null {
  const [stage, setStage] = useState<DeliveryStage>({ name: "waiting" });

  useEffect(() => {
    if (!isInFlight) return;
    const control = new AbortController();
    void deliver(id, {
      signal: control.signal,
      onStage: (next) => !control.signal.aborted && setStage(next),
    });
    return () => {
      control.abort();
      setStage({ name: "waiting" });
    };
  }, [id, isInFlight]);

  return isInFlight ? stage : null;
}
