interface Sample {
  /** Milliseconds. */
  at: number;
  sent: number;
}

/** What came longer ago says nothing about how fast it goes now. */
const span = 3000;

/** Tells the bytes per second of the last seconds; undefined until there is something to tell. */
export function createRate() {
  let samples: Sample[] = [];
  return (sample: Sample): number | undefined => {
    samples = [...samples.filter(({ at }) => at >= sample.at - span), sample];
    const [first] = samples;
    const elapsed = sample.at - (first?.at ?? sample.at);
    return elapsed > 0 && first ? ((sample.sent - first.sent) / elapsed) * 1000 : undefined;
  };
}
