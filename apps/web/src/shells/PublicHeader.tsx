import { screens } from "@cairn/contract";
import { LogoLink } from "../art/Logo.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import "./public-header.css";

/** The landing page's own, lighter than the bar of the inner pages. */
export function PublicHeader() {
  return (
    <header className="wrap public-header">
      <LogoLink to={screens.landing} size={30} />
      <ButtonLink kind="ghost" to={screens.login}>
        Log In
      </ButtonLink>
      <ButtonLink kind="primary" to={screens.register}>
        Join Now
      </ButtonLink>
    </header>
  );
}
