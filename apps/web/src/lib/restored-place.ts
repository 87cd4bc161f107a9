let isRestored = false;

/** Whether Back, Forward or a reload has put the reader where they were: then nothing else moves them. */
export const isPlaceRestored = () => isRestored;

/** ScrollMemory says it of each page. */
export function setPlaceRestored(is: boolean): void {
  isRestored = is;
}
