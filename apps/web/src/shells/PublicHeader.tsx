import { screens } from "@cairn/contract";
import { LogoLink } from "../art/Logo.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import * as layoutCss from "../ui/layout.module.css";
import * as css from "./public-header.module.css";

/** The landing page's header, lighter than the bar of the inner pages. */
export function PublicHeader() {
  return (
    <header className={`${layoutCss.wrap} ${css.root}`}>
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
