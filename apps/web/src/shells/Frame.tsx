import type { ComponentType, ReactNode } from "react";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import type { ShellUser } from "./AccountMenu.tsx";
import * as css from "./frame.module.css";
import { SkipLink } from "./SkipLink.tsx";

/** What the parts of a frame show of the person. */
export interface FrameFacts {
  /** Null for a visitor. */
  user: (ShellUser & { email?: string }) | null;
  /** Null for those whose unread notifications are not counted (docs/rules.md#sample-mode-makes-no-calls). */
  unread: number | null;
  onLogout: () => void;
}

/** The parts of the frame around a page. */
export interface FrameParts {
  /** A sidebar from 1100 px on; otherwise the bar stands above the page and spans the window. */
  isStudio?: boolean;
  /** The bar; of a studio the sidebar, and the bar of small screens. */
  Bar: ComponentType<FrameFacts>;
  Foot?: ComponentType;
  Tabs: ComponentType<FrameFacts>;
}

interface FrameProps extends FrameFacts {
  parts: FrameParts;
  children: ReactNode;
}

/** A page with the parts around it. Other parts leave the page mounted: what is read, typed or focused there stays. */
export function Frame({ parts: { isStudio, Bar, Foot, Tabs }, children, ...facts }: FrameProps) {
  return (
    <div className={cx(css.root, isStudio && css.isStudio)}>
      <SkipLink />
      <Bar {...facts} />
      <div className={`${kit.column} ${css.column}`}>
        <main id="main" className={css.main} tabIndex={-1}>
          <div className={isStudio ? undefined : `${kit.wrap} ${css.page}`}>{children}</div>
        </main>
        {Foot && (
          <div className={css.foot}>
            <Foot />
          </div>
        )}
      </div>
      <Tabs {...facts} />
    </div>
  );
}
