/** How many times as long `run` takes with four times the size: about 4 if its work grows as the size does, 16 if as the square. */
export function growthOf(run: (size: number) => unknown, size: number): number {
  const quickest = (of: number) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const began = performance.now();
        run(of);
        return performance.now() - began;
      }),
    );
  return quickest(size * 4) / quickest(size);
}
