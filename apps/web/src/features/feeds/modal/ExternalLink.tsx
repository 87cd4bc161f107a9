import { ExternalLink as ExternalIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";
import * as kit from "../../../ui/kit.module.css";

interface ExternalLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link to another site, in a new tab; the other site does not learn which page it came from. */
export function ExternalLink({ to, className, children }: ExternalLinkProps) {
  return (
    <a className={cx(kit.iconed, className ?? kit.link)} href={to} target="_blank" rel="noopener noreferrer">
      {children}
      <ExternalIcon size={15} />
      <span className={kit.srOnly}> (opens in a new tab)</span>
    </a>
  );
}
