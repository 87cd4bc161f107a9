import { screens } from "@cairn/contract";
import { Library } from "lucide-react";
import { LogoLink } from "../art/Logo.tsx";
import { ButtonLink } from "../ui/Button.tsx";
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
          <PlaceLink place={{ to: screens.library, label: "Library", icon: Library }}>Library</PlaceLink>
        </nav>
        <div className="top-bar-end">
          <ButtonLink
            className="btn-icon top-bar-library"
            kind="ghost"
            size="sm"
            to={screens.library}
            aria-label="Library"
          >
            <Library size={18} />
          </ButtonLink>
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
