/**
 * How many times as long `run` takes with eight times the size: about 8 if its work grows as the size does, 64 if as the
 * square. Below 32 it does not grow as the square, however busy the machine is. Choose a size at which the longer run takes a
 * millisecond or two: the processor time of a long one has the collection of garbage in it, which other threads do.
 */
export function growthOf(run: (size: number) => unknown, size: number): number {
  const quickest = (of: number) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        // Of the processor, not of the clock: on a busy machine others work in the middle of a long run, not of a short one.
        const before = process.cpuUsage();
        run(of);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      }),
    );
  return quickest(size * 8) / quickest(size);
}
