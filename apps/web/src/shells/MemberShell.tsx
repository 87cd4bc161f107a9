import type { ReactNode } from "react";
import * as layoutCss from "../ui/layout.module.css";
import type { ShellUser } from "./AccountMenu.tsx";
import { Footer } from "./Footer.tsx";
import * as css from "./member-shell.module.css";
import { memberPlaces } from "./places.ts";
import { SkipLink } from "./SkipLink.tsx";
import { TabBar } from "./TabBar.tsx";
import { TopBar } from "./TopBar.tsx";

interface MemberShellProps {
  /** Null for a visitor, who sees the same navigation and a sign-in link. */
  user: ShellUser | null;
  unread?: number;
  onLogout: () => void;
  children: ReactNode;
}

/** The frame of member pages and of public pages. */
export function MemberShell({ user, unread = 0, onLogout, children }: MemberShellProps) {
  const places = memberPlaces(user ? unread : 0);
  return (
    <div className={`${layoutCss.column} ${css.root}`}>
      <SkipLink />
      <TopBar user={user} places={places} onLogout={onLogout} />
      <main id="main" className={`${layoutCss.main} ${css.main}`} tabIndex={-1}>
        <div className={`${layoutCss.wrap} ${layoutCss.page}`}>{children}</div>
      </main>
      <Footer />
      <TabBar places={places} />
    </div>
  );
}
