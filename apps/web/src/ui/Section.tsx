import type { ComponentProps, ReactNode } from "react";
import * as kit from "./kit.module.css";
import { SectionHead } from "./PageHead.tsx";

interface SectionProps extends ComponentProps<typeof SectionHead> {
  /** Shown at the end of the heading's line. */
  end?: ReactNode;
}

/** A part of a page under its heading. */
export function Section({ end, children, ...head }: SectionProps) {
  return (
    <section className={kit.section} aria-labelledby={head.id}>
      <SectionHead {...head}>{end}</SectionHead>
      {children}
    </section>
  );
}
