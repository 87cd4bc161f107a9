import { Box, type BoxProps } from "./Box.tsx";
import { cx } from "./cx.ts";
import * as layout from "./layout.module.css";

const sizes = { xs: layout.xs, sm: layout.sm };
const tones = { soft: layout.soft, muted: layout.muted };

interface TextProps extends BoxProps {
  size?: keyof typeof sizes;
  tone?: keyof typeof tones;
}

export const Text = ({ as = "p", size, tone, className, ...rest }: TextProps) => (
  <Box {...rest} as={as} className={cx(size && sizes[size], tone && tones[tone], className)} />
);
