import type { BoxProps } from "./Box.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { Stack } from "./Stack.tsx";

interface SkeletonLinesProps extends BoxProps {
  /** One each, as in Skeleton. */
  widths: (number | string)[];
}

/** Placeholders for lines of text that are loading. */
export const SkeletonLines = ({ widths, ...rest }: SkeletonLinesProps) => (
  <Stack gap={3} {...rest} aria-hidden="true">
    {widths.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </Stack>
);
