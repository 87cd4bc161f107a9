import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { LogoLink } from "../art/Logo.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { IconButton } from "../ui/Button.tsx";
import { Byline } from "../ui/Byline.tsx";
import { Count } from "../ui/Count.tsx";
import * as layoutCss from "../ui/layout.module.css";
import { AccountButton } from "./AccountButton.tsx";
import type { ShellUser } from "./AccountMenu.tsx";
import { PlaceLink } from "./PlaceLink.tsx";
import type { Place } from "./places.ts";
import { SkipLink } from "./SkipLink.tsx";
import * as css from "./studio-shell.module.css";
import { TabBar } from "./TabBar.tsx";

interface StudioShellProps {
  /** The role's name as shown on the chip. */
  role: string;
  /** Five places; the first is home. */
  places: readonly [Place, ...Place[]];
  /** Places beyond the five: in the sidebar after them, and in the bar of small screens. */
  more?: readonly Place[];
  /** Null where the screen is open to visitors (docs/rules.md#d62). */
  user: (ShellUser & { email?: string }) | null;
  onLogout: () => void;
  children: ReactNode;
}

const link = `${layoutCss.row} ${css.link}`;

/** The frame for writers and admins: a sidebar; below 1100 px a bar at the top and tabs at the bottom. */
export function StudioShell({ role, places, more = [], user, onLogout, children }: StudioShellProps) {
  const home = places[0].to;
  return (
    <div className={css.root}>
      <SkipLink />
      <aside className={css.side}>
        <div className={`${layoutCss.spread} ${css.sideTop}`}>
          <LogoLink to={home} />
          <span className={css.roleChip}>{role}</span>
        </div>
        <nav className={`${layoutCss.stack} ${css.nav}`} aria-label="Main">
          {[...places, ...more].map((place) => (
            <PlaceLink key={place.to} className={link} place={place}>
              <place.icon size={18} />
              {place.label}
              {place.unread !== undefined && <Count value={place.unread} of="unread" className={css.count} />}
            </PlaceLink>
          ))}
        </nav>
        <div className={css.sideEnd}>
          {user && (
            <AccountButton user={user} onLogout={onLogout} opens="up" className={css.who}>
              <Byline name={user.name} photo={user.photo} note={user.email} size={34} />
            </AccountButton>
          )}
          <button type="button" className={link} onClick={onLogout}>
            <LogOut size={18} />
            Logout
          </button>
        </div>
      </aside>
      <div>
        <header className={`${layoutCss.row} ${css.top}`}>
          <LogoLink to={home} />
          <span className={css.roleChip}>{role}</span>
          <MorePlaces places={more} />
          {user && (
            <AccountButton user={user} onLogout={onLogout}>
              <Avatar name={user.name} photo={user.photo} />
            </AccountButton>
          )}
          <IconButton kind="ghost" size="sm" label="Logout" icon={<LogOut size={16} />} onClick={onLogout} />
        </header>
        <main id="main" className={`${layoutCss.main} ${css.body}`} tabIndex={-1}>
          {children}
        </main>
      </div>
      <TabBar places={places} />
    </div>
  );
}

/** The further places on a small screen: by name, those with a count by icon. */
function MorePlaces({ places }: { places: readonly Place[] }) {
  return (
    <nav className={`${layoutCss.row} ${css.more}`} aria-label="More">
      {places.map((place) => (
        <PlaceLink key={place.to} className={`${layoutCss.row} ${css.moreLink}`} place={place}>
          {place.unread === undefined ? (
            place.label
          ) : (
            <>
              <place.icon size={18} />
              <span className={layoutCss.srOnly}>{place.label}</span>
              <Count value={place.unread} of="unread" />
            </>
          )}
        </PlaceLink>
      ))}
    </nav>
  );
}
