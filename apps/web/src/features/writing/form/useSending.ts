import { useEffect, useRef, useState } from "react";
import type { Delivery } from "../writing.queries.ts";
import { createRate } from "./upload-rate.ts";

export type Sending =
  | { state: "idle" }
  | { state: "sending"; sent: number; total: number; rate: number | undefined }
  /** Stopped by its sender, or by what came in between: it can be tried again. */
  | { state: "stopped" }
  | { state: "failed"; error: unknown };

type Attempt = (delivery: Pick<Delivery, "signal" | "onProgress">) => Promise<unknown>;

/** One sending at a time, that can be watched, stopped and tried again. */
export function useSending() {
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const underway = useRef<AbortController>(undefined);

  useEffect(() => () => underway.current?.abort(), []);

  const isSending = sending.state === "sending";
  useEffect(() => {
    if (!isSending) return;
    // Whoever closes the tab now is asked whether they mean it.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSending]);

  /** Answers whether it arrived. */
  async function send(attempt: Attempt): Promise<boolean> {
    // Two quick presses come before the button is disabled.
    if (underway.current) return false;
    const control = new AbortController();
    const rateOf = createRate();
    underway.current = control;
    setSending({ state: "sending", sent: 0, total: 0, rate: undefined });
    try {
      await attempt({
        signal: control.signal,
        onProgress: ({ sent, total }) => {
          const rate = rateOf({ at: performance.now(), sent });
          setSending((now) => (now.state === "sending" ? { state: "sending", sent, total, rate } : now));
        },
      });
      return true;
    } catch (error) {
      setSending(control.signal.aborted ? { state: "stopped" } : { state: "failed", error });
      return false;
    } finally {
      underway.current = undefined;
    }
  }

  return {
    sending,
    send,
    stop: () => underway.current?.abort(),
    /** The form has changed: what became of the last attempt is no longer of interest. */
    reset: () => setSending((now) => (now.state === "sending" ? now : { state: "idle" })),
  };
}
