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
    samples = [...samples.filter(({ at }) => at >= sample.at - span), sample];
    const [first] = samples;
    const elapsed = sample.at - (first?.at ?? sample.at);
    return elapsed > 0 && first ? ((sample.sent - first.sent) / elapsed) * 1000 : undefined;
  };
}
