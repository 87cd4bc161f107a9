import { scaleBand, scaleLinear } from "@visx/scale";

/** The charts' own coordinates; on the page they are as wide as their card. */
export const frame = { width: 460, height: 190, left: 30, top: 8, bottom: 166 };

export const weekScale = (weeks: readonly { week: string }[]) =>
  scaleBand<string>({
    domain: weeks.map(({ week }) => week),
    range: [frame.left, frame.width],
    padding: 0.42,
  });

/** From zero to a round number. At least 4, so that a single post does not look like a record. */
export const countScale = (counts: readonly number[]) =>
  scaleLinear<number>({
    domain: [0, Math.max(4, ...counts)],
    range: [frame.bottom, frame.top],
    nice: 4,
  });
