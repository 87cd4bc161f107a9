import { screens } from "@cairn/contract";
import { LogOut, Plus, Search } from "lucide-react";
import { LogoLink } from "../art/Logo.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Count } from "../ui/Count.tsx";
import { LibraryButton, library } from "./LibraryButton.tsx";
import { PlaceLink } from "./PlaceLink.tsx";
import type { Place } from "./places.ts";
import type { ShellUser } from "./shell-user.ts";
import "./top-bar.css";

interface MemberBarProps {
  user: ShellUser;
  places: readonly Place[];
  onLogout: () => void;
}

export function MemberBar({ user, places, onLogout }: MemberBarProps) {
  return (
    <header className="top-bar">
      <div className="wrap top-bar-in">
        <LogoLink to={screens.home} />
        <nav className="top-bar-links" aria-label="Main">
          {places.map((place) => (
            <PlaceLink key={place.to} place={place}>
              {place.label}
              {place.unread !== undefined && <Count value={place.unread} of="unread" />}
            </PlaceLink>
          ))}
          <PlaceLink place={library}>{library.label}</PlaceLink>
        </nav>
        <div className="top-bar-end">
          <LibraryButton />
          <ButtonLink
            className="btn-icon"
            kind="ghost"
            size="sm"
            to={screens.library}
            state={{ focus: "search" }}
            aria-label="Search the library"
          >
            <Search size={18} />
          </ButtonLink>
          <ButtonLink className="top-bar-fold" kind="secondary" size="sm" to={screens.createPost}>
            <Plus size={16} />
            <span>Create Post</span>
          </ButtonLink>
          <Avatar name={user.name} photo={user.photo} />
          <Button className="top-bar-fold" kind="ghost" size="sm" onClick={onLogout}>
            <LogOut size={16} />
            <span>Logout</span>
          </Button>
        </div>
      </div>
    </header>
  );
}
