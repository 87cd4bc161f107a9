/**
 * How many times as long `run` takes with eight times the size: about 8 if its work grows as the size does, 64 if as the
 * square. Below 32 it does not grow as the square, however busy the machine is.
 */
export function growthOf(run: (size: number) => unknown, size: number): number {
  const quickest = (of: number) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const began = performance.now();
        run(of);
        return performance.now() - began;
      }),
    );
  return quickest(size * 8) / quickest(size);
}
