import { Skeleton } from "./Skeleton.tsx";
import { Stack } from "./Stack.tsx";

interface SkeletonLinesProps {
  /** One each, as in Skeleton. */
  widths: (number | string)[];
  gap?: 2 | 3 | 6;
  className?: string;
}

/** Placeholders for lines of text that are loading. */
export const SkeletonLines = ({ widths, gap = 3, className }: SkeletonLinesProps) => (
  <Stack gap={gap} className={className} aria-hidden="true">
    {widths.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </Stack>
);
