import { useEffect, useRef, useState } from "react";
import { newIdempotencyKey } from "../../../lib/idempotency-key.ts";
import type { Delivery } from "../writing.queries.ts";
import { createRate } from "./upload-rate.ts";

export type Sending =
  | { state: "idle" }
  | { state: "sending"; sent: number; total: number; rate: number | undefined }
  /** Stopped by its sender, or by what came in between: it can be tried again. */
  | { state: "stopped" }
  | { state: "failed"; error: unknown };

type Attempt = (delivery: Omit<Delivery, "file">) => Promise<unknown>;

const isEqual = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((part, index) => part === other[index]);

/** One sending at a time, that can be watched, stopped and tried again. */
export function useSending() {
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const underway = useRef<AbortController>(undefined);
  const named = useRef<{ parts: readonly unknown[]; key: string }>(undefined);

  useEffect(() => () => underway.current?.abort(), []);

  const isSending = sending.state === "sending";
  useEffect(() => {
    if (!isSending) return;
    // Whoever closes the tab now is asked whether they mean it.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSending]);

  /** Sent again unchanged, the same `parts` are the same item. Answers whether they arrived. */
  async function send(parts: readonly unknown[], attempt: Attempt): Promise<boolean> {
    // Two quick presses come before the button is disabled.
    if (underway.current) return false;
    const control = new AbortController();
    const rateOf = createRate();
    underway.current = control;
    if (!named.current || !isEqual(named.current.parts, parts)) {
      named.current = { parts, key: newIdempotencyKey() };
    }
    setSending({ state: "sending", sent: 0, total: 0, rate: undefined });
    try {
      await attempt({
        key: named.current.key,
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
