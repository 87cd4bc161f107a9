import type { ReactNode } from "react";
import { Footer } from "./Footer.tsx";
import { MemberBar } from "./MemberBar.tsx";
import "./member-shell.css";
import { memberPlaces } from "./places.ts";
import { SkipLink } from "./SkipLink.tsx";
import type { ShellUser } from "./shell-user.ts";
import { TabBar } from "./TabBar.tsx";
import { VisitorBar } from "./VisitorBar.tsx";

interface MemberShellProps {
  /** Null for a visitor, who sees the same places and the way in. */
  user: ShellUser | null;
  unread?: number;
  onLogout: () => void;
  children: ReactNode;
}

/** The frame of member pages, and of public pages for whoever reads them. */
export function MemberShell({ user, unread = 0, onLogout, children }: MemberShellProps) {
  const places = memberPlaces(unread);
  return (
    <div className="member has-tabs">
      <SkipLink />
      {user ? <MemberBar user={user} places={places} onLogout={onLogout} /> : <VisitorBar places={places} />}
      <main id="main" className="main" tabIndex={-1}>
        <div className="wrap page">{children}</div>
      </main>
      <Footer />
      <TabBar places={places} />
    </div>
  );
}
