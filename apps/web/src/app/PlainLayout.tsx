import { screens } from "@cairn/contract";
import { Outlet } from "react-router";
import { LogoLink } from "../art/Logo.tsx";
import { SkipLink } from "../shells/SkipLink.tsx";
import * as kit from "../ui/kit.module.css";
import * as css from "./plain-layout.module.css";

/** Layout for screens that are part of no navigation: the logo links home. */
export function PlainLayout() {
  return (
    <>
      <SkipLink />
      <header className={`${kit.wrap} ${css.header}`}>
        <LogoLink to={screens.landing} />
      </header>
      <main id="main" className={`${kit.wrap} ${css.main}`} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
