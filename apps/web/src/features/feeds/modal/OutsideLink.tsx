import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";

interface OutsideLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** Leads off Cairn, in a tab of its own; the other site learns nothing of the page it was on. */
export function OutsideLink({ to, className, children }: OutsideLinkProps) {
  return (
    <a
      className={cx("outside-link", className ?? "link")}
      href={to}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      <ExternalLink size={15} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
