import type { Reading } from "./admin-model.ts";

/** Who else is reading an item now, if anybody. */
export const otherReader = (reading: Reading | null | undefined, now: number): string | null =>
  reading && !reading.isMine && Date.parse(reading.until) > now ? reading.name : null;
