import { Counter, Gauge, type Registry } from "prom-client";

/** Pairs of a label's value and a number. */
type Figures = Iterable<readonly [string, number]>;

/**
 * Metrics whose values are kept elsewhere and read on each scrape, so that counting costs the hot path nothing here. An
 * unknown value (null) is left out rather than shown as 0.
 */
export function createInstruments(registry: Registry) {
  const registers = [registry];
  return {
    gauge(name: string, help: string, read: () => number | null): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const value = read();
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    },

    gaugeBy<Label extends string>(name: string, help: string, label: Label, read: () => Figures): void {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [value, figure] of read()) this.labels(value).set(figure);
        },
      });
    },

    /** `read` returns the count since the process began. */
    counter(name: string, help: string, read: () => number): void {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },

    counterBy<Label extends string>(name: string, help: string, label: Label, read: () => Figures): void {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [value, count] of read()) this.labels(value).inc(count);
        },
      });
    },
  };
}
export type Instruments = ReturnType<typeof createInstruments>;
