import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { LogoLink } from "../art/Logo.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { IconButton } from "../ui/Button.tsx";
import { Byline } from "../ui/Byline.tsx";
import { Count } from "../ui/Count.tsx";
import { PlaceLink } from "./PlaceLink.tsx";
import type { Place } from "./places.ts";
import { SkipLink } from "./SkipLink.tsx";
import type { ShellUser } from "./shell-user.ts";
import "./studio-shell.css";
import { TabBar } from "./TabBar.tsx";

interface StudioShellProps {
  /** The role as it reads on the chip. */
  role: string;
  /** Five places; the first is home. */
  places: readonly [Place, ...Place[]];
  /** Null where the screen is open to visitors (D62). */
  user: (ShellUser & { email?: string }) | null;
  onLogout: () => void;
  children: ReactNode;
}

/** The frame of writers and admins: a sidebar, under 1100 px a bar on top and tabs at the foot. */
export function StudioShell({ role, places, user, onLogout, children }: StudioShellProps) {
  const home = places[0].to;
  return (
    <div className="studio">
      <SkipLink />
      <aside className="side">
        <div className="side-top">
          <LogoLink to={home} />
          <span className="role-chip">{role}</span>
        </div>
        <nav aria-label="Main">
          {places.map((place) => (
            <PlaceLink key={place.to} place={place}>
              <place.icon size={18} />
              {place.label}
              {place.unread !== undefined && <Count value={place.unread} of="unread" />}
            </PlaceLink>
          ))}
        </nav>
        <div className="side-end">
          {user && <Byline name={user.name} photo={user.photo} note={user.email} size={34} />}
          <button type="button" className="side-out" onClick={onLogout}>
            <LogOut size={18} />
            Logout
          </button>
        </div>
      </aside>
      <div>
        <header className="studio-top">
          <LogoLink to={home} />
          <span className="role-chip">{role}</span>
          {user && <Avatar name={user.name} photo={user.photo} />}
          <IconButton kind="ghost" size="sm" label="Logout" icon={<LogOut size={16} />} onClick={onLogout} />
        </header>
        <main id="main" className="main studio-body" tabIndex={-1}>
          {children}
        </main>
      </div>
      <TabBar places={places} />
    </div>
  );
}
