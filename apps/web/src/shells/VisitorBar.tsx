import { screens } from "@cairn/contract";
import { Library } from "lucide-react";
import { LogoLink } from "../art/Logo.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { PlaceLink } from "./PlaceLink.tsx";
import "./top-bar.css";

/** The bar of public pages for whoever is not signed in. */
export function VisitorBar() {
  return (
    <header className="top-bar">
      <div className="wrap top-bar-in">
        <LogoLink to={screens.landing} />
        <nav className="top-bar-links is-kept" aria-label="Main">
          <PlaceLink place={{ to: screens.library, label: "Library", icon: Library }}>Library</PlaceLink>
        </nav>
        <div className="top-bar-end">
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
