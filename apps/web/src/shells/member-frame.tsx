import { screens } from "@cairn/contract";
import { LogOut, Plus, Search } from "lucide-react";
import { LogoLink } from "../art/Logo.tsx";
import { useLoginState } from "../lib/session/return-place.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Count } from "../ui/Badge.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import * as buttonCss from "../ui/button.module.css";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import { AccountButton } from "./AccountButton.tsx";
import type { ShellUser } from "./AccountMenu.tsx";
import { Footer } from "./Footer.tsx";
import type { FrameFacts, FrameParts } from "./Frame.tsx";
import { libraryPlace, memberPlaces, ownPlace, type Place } from "./places.ts";
import { PlaceLink, TabBar } from "./TabBar.tsx";
import * as css from "./top-bar.module.css";

const placesOf = ({ user, unread }: FrameFacts, ...home: string[]) =>
  memberPlaces(user ? (unread ?? 0) : 0, ...home);

/** The frame of member pages and of public pages. A visitor sees the same navigation and a sign-in link. */
export const memberFrame: FrameParts = {
  Bar: (facts) => <TopBar user={facts.user} places={placesOf(facts)} onLogout={facts.onLogout} />,
  Foot: Footer,
  Tabs: (facts) => <TabBar places={placesOf(facts, screens.usersDashboard)} />,
};

interface TopBarProps {
  /** Null for a visitor: the bar ends with the sign-in links. */
  user: ShellUser | null;
  places: readonly Place[];
  onLogout: () => void;
}

/**
 * The bar of member pages and of public pages. Logo and links are the same elements for visitors and members, so that a
 * press is not lost when the session is read.
 */
function TopBar({ user, places, onLogout }: TopBarProps) {
  const own = user?.role ? ownPlace(user.role) : undefined;
  return (
    <header className={css.root}>
      <div className={`${kit.wrap} ${kit.row} ${css.inner}`}>
        <LogoLink to={user ? (own?.to ?? screens.home) : screens.landing} />
        <BarLinks own={own} places={places} isMember={user !== null} />
        <div className={`${kit.row} ${css.end}`}>
          <LibraryButton />
          {user ? <MemberEnd user={user} onLogout={onLogout} /> : <VisitorEnd />}
        </div>
      </div>
    </header>
  );
}

const SearchButton = ({ className }: { className?: string | undefined }) => (
  <ButtonLink
    className={cx(buttonCss.icon, className)}
    kind="ghost"
    size="sm"
    to={screens.library}
    state={{ focus: "search" }}
    aria-label="Search the library"
  >
    <Search size={18} />
  </ButtonLink>
);

function MemberEnd({ user, onLogout }: { user: ShellUser; onLogout: () => void }) {
  return (
    <>
      <SearchButton />
      <ButtonLink className={css.fold} kind="secondary" size="sm" to={screens.createPost}>
        <Plus size={16} />
        <span className={css.folded}>Create Post</span>
      </ButtonLink>
      <AccountButton user={user} onLogout={onLogout} className={css.account}>
        <Avatar name={user.name} photo={user.photo} />
      </AccountButton>
      <Button className={css.fold} kind="ghost" size="sm" onClick={onLogout}>
        <LogOut size={16} />
        <span className={css.folded}>Logout</span>
      </Button>
    </>
  );
}

function VisitorEnd() {
  const login = useLoginState();
  return (
    <>
      <SearchButton className={css.wide} />
      <ButtonLink kind="ghost" size="sm" to={screens.login} state={login} data-needs-app="">
        Log In
      </ButtonLink>
      <ButtonLink kind="primary" size="sm" to={screens.register} state={login} data-needs-app="">
        Join Now
      </ButtonLink>
    </>
  );
}

/** The library on phones, where the bar has no other links (docs/rules.md#library). */
function LibraryButton() {
  const library = libraryPlace();
  return (
    <ButtonLink className={css.library} kind="ghost" size="sm" to={library.to}>
      {library.label}
    </ButtonLink>
  );
}

interface BarLinksProps {
  /** The signed-in user's own place; a narrow bar leaves it to the logo. */
  own?: Place | undefined;
  places: readonly Place[];
  isMember: boolean;
}

function BarLinks({ own, places, isMember }: BarLinksProps) {
  const library = libraryPlace();
  return (
    <nav className={cx(css.links, isMember && css.ofMember)} aria-label="Main">
      {own && (
        <PlaceLink className={`${css.link} ${css.own}`} place={own}>
          {own.label}
        </PlaceLink>
      )}
      {places.map((place) => (
        <PlaceLink
          key={place.to}
          className={cx(css.link, place.unread !== undefined && css.counted)}
          place={place}
        >
          {place.label}
          {place.unread !== undefined && <Count className={css.count} value={place.unread} of="unread" />}
        </PlaceLink>
      ))}
      <PlaceLink className={css.link} place={library}>
        {library.label}
      </PlaceLink>
    </nav>
  );
}
