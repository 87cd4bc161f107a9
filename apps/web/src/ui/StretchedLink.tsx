import { Link, type LinkProps } from "react-router";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";

/** A link that covers the card or row around it, which says `position: relative`. */
export const StretchedLink = ({ className, ...rest }: LinkProps & { className?: string }) => (
  <Link {...rest} className={cx(kit.stretched, className)} />
);
