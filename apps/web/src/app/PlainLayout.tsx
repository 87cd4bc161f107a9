import { screens } from "@cairn/contract";
import { Outlet } from "react-router";
import { LogoLink } from "../art/Logo.tsx";
import { SkipLink } from "../shells/SkipLink.tsx";

/** Screens that belong to nobody's navigation: the logo leads home. */
export function PlainLayout() {
  return (
    <>
      <SkipLink />
      <header className="wrap py-5">
        <LogoLink to={screens.landing} />
      </header>
      <main id="main" className="wrap page" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
