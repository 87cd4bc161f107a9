import { LogOut } from "lucide-react";
import { LogoLink } from "../art/Logo.tsx";
import { Avatar, Byline } from "../ui/Avatar.tsx";
import { Count } from "../ui/Badge.tsx";
import { IconButton } from "../ui/Button.tsx";
import * as kit from "../ui/kit.module.css";
import { AccountButton } from "./AccountButton.tsx";
import type { FrameFacts, FrameParts } from "./Frame.tsx";
import type { Place } from "./places.ts";
import * as css from "./studio-frame.module.css";
import { PlaceLink, TabBar } from "./TabBar.tsx";

type StudioPlaces = readonly [Place, ...Place[]];

interface Studio {
  /** The role's name as shown on the chip. */
  role: string;
  /** Five places; the first is home. */
  places: (unread: number | null) => StudioPlaces;
  /** Places beyond the five: in the sidebar after them, and in the bar of small screens. */
  more?: (unread: number | null) => readonly Place[];
}

const link = `${kit.row} ${css.link}`;

/**
 * The frame for writers and admins: a sidebar; below 1100 px a bar at the top and tabs at the bottom. Without a user where
 * the screen is open to visitors (docs/rules.md#screens-without-a-token).
 */
export const studioFrame = ({ role, places, more = () => [] }: Studio): FrameParts => ({
  isStudio: true,
  Bar: (facts) => {
    const parts = { ...facts, role, places: places(facts.unread), more: more(facts.unread) };
    return (
      <>
        <Sidebar {...parts} />
        <SmallBar {...parts} />
      </>
    );
  },
  Tabs: ({ unread }) => <TabBar places={places(unread)} />,
});

interface BarProps extends FrameFacts {
  role: string;
  places: StudioPlaces;
  more: readonly Place[];
}

function Sidebar({ role, places, more, user, onLogout }: BarProps) {
  return (
    <aside className={css.side}>
      <div className={`${kit.spread} ${css.sideTop}`}>
        <LogoLink to={places[0].to} />
        <span className={css.roleChip}>{role}</span>
      </div>
      <nav className={`${kit.stack} ${css.nav}`} aria-label="Main">
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
            <Byline name={user.name} photo={user.photo} note={user.email} size={36} />
          </AccountButton>
        )}
        <button type="button" className={link} onClick={onLogout}>
          <LogOut size={18} />
          Logout
        </button>
      </div>
    </aside>
  );
}

function SmallBar({ role, places, more, user, onLogout }: BarProps) {
  return (
    <header className={`${kit.row} ${css.top}`}>
      <LogoLink to={places[0].to} />
      <span className={css.roleChip}>{role}</span>
      <MorePlaces places={more} />
      {user && (
        <AccountButton user={user} onLogout={onLogout}>
          <Avatar name={user.name} photo={user.photo} />
        </AccountButton>
      )}
      <IconButton kind="ghost" size="sm" label="Logout" icon={<LogOut size={16} />} onClick={onLogout} />
    </header>
  );
}

/** The further places on a small screen: by name, those with a count by icon. */
function MorePlaces({ places }: { places: readonly Place[] }) {
  return (
    <nav className={`${kit.row} ${css.more}`} aria-label="More">
      {places.map((place) => (
        <PlaceLink key={place.to} className={`${kit.row} ${css.moreLink}`} place={place}>
          {place.unread === undefined ? (
            place.label
          ) : (
            <>
              <place.icon size={18} />
              <span className={kit.srOnly}>{place.label}</span>
              <Count value={place.unread} of="unread" />
            </>
          )}
        </PlaceLink>
      ))}
    </nav>
  );
}
