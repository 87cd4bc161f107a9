import { Box, type BoxProps } from "./Box.tsx";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";
import * as layout from "./layout.module.css";

interface StackProps extends BoxProps {
  /** Its parts are as wide as what they say. */
  starts?: boolean;
}

/** Parts one below the other, 16 px apart. */
export const Stack = ({ starts, className, ...rest }: StackProps) => (
  <Box {...rest} className={cx(kit.stack, starts && kit.starts, className)} />
);

interface RowProps extends BoxProps {
  wrap?: boolean;
  /** With its parts at both ends. */
  between?: boolean;
  /** They begin at the same height. */
  top?: boolean;
}

/** Parts beside each other, centred, 8 px apart. */
export const Row = ({ wrap, between, top, className, ...rest }: RowProps) => (
  <Box
    gap={2}
    {...rest}
    className={cx(wrap ? kit.cluster : kit.row, between && kit.spread, top && layout.top, className)}
  />
);
