import { screens } from "@cairn/contract";
import { LogoLink } from "../art/Logo.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { LibraryButton, library } from "./LibraryButton.tsx";
import { PlaceLink } from "./PlaceLink.tsx";
import type { Place } from "./places.ts";
import "./top-bar.css";

/** The member's bar for whoever is not signed in: its screens are open to all, and the way in stands at its end. */
export function VisitorBar({ places }: { places: readonly Place[] }) {
  return (
    <header className="top-bar">
      <div className="wrap top-bar-in">
        <LogoLink to={screens.landing} />
        <nav className="top-bar-links" aria-label="Main">
          {places.map((place) => (
            <PlaceLink key={place.to} place={place}>
              {place.label}
            </PlaceLink>
          ))}
          <PlaceLink place={library}>{library.label}</PlaceLink>
        </nav>
        <div className="top-bar-end">
          <LibraryButton />
          <ButtonLink kind="ghost" size="sm" to={screens.login}>
            Log In
          </ButtonLink>
          <ButtonLink kind="primary" size="sm" to={screens.register}>
            Join Now
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}
