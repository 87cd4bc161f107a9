import { startTransition, useEffect, useState } from "react";

/**
 * The value as of the render before, and soon the current one, in a transition of its own. Unlike `useDeferredValue` it
 * also lags behind a transition, so that what has to wait for code does not keep the rest of the page waiting.
 */
export function useLater<Value>(value: Value): Value {
  const [later, setLater] = useState(() => value);
  useEffect(() => startTransition(() => setLater(() => value)), [value]);
  return later;
}
