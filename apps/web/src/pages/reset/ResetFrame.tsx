import { screens } from "@cairn/contract";
import type { ReactNode } from "react";
import { LogoLink } from "../../art/Logo.tsx";
import { useIsSignedIn } from "../../lib/session/useSession.ts";
import { SkipLink } from "../../shells/SkipLink.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as css from "./reset-frame.module.css";

/** Frame of the password reset screens: one card and a link to the login screen. */
export function ResetFrame({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <SkipLink />
      <div className={`${layoutCss.wrap} ${layoutCss.page}`}>
        <header className={`${layoutCss.row} ${css.header}`}>
          <LogoLink to={screens.landing} size={30} />
          {!isSignedIn && (
            <ButtonLink kind="ghost" to={screens.login}>
              Log In
            </ButtonLink>
          )}
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}
