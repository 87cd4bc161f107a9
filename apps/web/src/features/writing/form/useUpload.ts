import { useEffect, useState } from "react";
import type { Progress } from "../../../lib/api/send-form.ts";
import { useSend } from "../../../lib/useSend.ts";

export type Upload =
  | { state: "idle" | "stopped" | "failed" }
  | ({ state: "sending"; rate: number | undefined } & Progress);

type Delivery = (watch: {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}) => Promise<unknown>;

const starting = { sent: 0, total: 0, rate: undefined };

/** A call whose progress can be watched. */
export function useUpload() {
  const { send, state, isSending, stop, reset } = useSend(() => undefined, { leaves: true });
  const [progress, setProgress] = useState<Progress & { rate: number | undefined }>(starting);

  useEffect(() => {
    if (!isSending) return;
    // Asks for confirmation if the user closes the tab now.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSending]);

  /** Resolves to whether it arrived. */
  const upload = (deliver: Delivery) =>
    send(async (signal) => {
      const rateOf = createRate();
      setProgress(starting);
      await deliver({
        signal,
        onProgress: (progress) =>
          setProgress({ ...progress, rate: rateOf({ at: performance.now(), sent: progress.sent }) }),
      });
    });

  const now: Upload = state === "sending" || state === "done" ? { state: "sending", ...progress } : { state };
  return { now, upload, stop, reset };
}

interface Sample {
  /** Milliseconds. */
  at: number;
  sent: number;
}

/** In milliseconds: older samples say nothing about the current rate. */
const span = 3000;

/** Computes the bytes per second over the last `span`; undefined until there are enough samples. */
export function createRate() {
  let samples: Sample[] = [];
  return (sample: Sample): number | undefined => {
    // A connection that broke took bytes with it: they are sent again.
    samples = [...samples.filter(({ at, sent }) => at >= sample.at - span && sent <= sample.sent), sample];
    const [first] = samples;
    const elapsed = sample.at - (first?.at ?? sample.at);
    return elapsed > 0 && first ? ((sample.sent - first.sent) / elapsed) * 1000 : undefined;
  };
}
