import { Link, type LinkProps } from "react-router";
import { Box, type BoxProps } from "./Box.tsx";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";
import * as layout from "./layout.module.css";

interface CardProps extends BoxProps {
  /** With space between its edge and its parts. */
  pad?: boolean;
}

/** A surface with an edge. With a gap it is a stack. */
export const Card = ({ pad, className, ...rest }: CardProps) => (
  <Box {...rest} className={cx(kit.card, pad && layout.pad, rest.gap && kit.stack, className)} />
);

/** A link that covers the card or row around it, which says `position: relative`. */
export const StretchedLink = ({ className, ...rest }: LinkProps & { className?: string }) => (
  <Link {...rest} className={cx(kit.stretched, className)} />
);
