import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";
import * as layoutCss from "../../../ui/layout.module.css";
import * as css from "./outside-link.module.css";

interface OutsideLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link to another site, in a new tab; the other site does not learn which page it came from. */
export function OutsideLink({ to, className, children }: OutsideLinkProps) {
  return (
    <a
      className={cx(css.root, className ?? layoutCss.link)}
      href={to}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      <ExternalLink size={15} />
      <span className={layoutCss.srOnly}> (opens in a new tab)</span>
    </a>
  );
}
