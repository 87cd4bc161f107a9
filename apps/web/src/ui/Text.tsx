import { Box, type BoxProps } from "./Box.tsx";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";

const kinds = { note: kit.note, soft: kit.soft, small: kit.small, muted: kit.muted };

interface TextProps extends BoxProps {
  /** `note`: small and quiet. `soft`: a little of both. */
  kind?: keyof typeof kinds;
}

export const Text = ({ as = "p", kind, className, ...rest }: TextProps) => (
  <Box {...rest} as={as} className={cx(kind && kinds[kind], className)} />
);
