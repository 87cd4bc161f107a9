import { screens } from "@cairn/contract";
import type { ReactNode } from "react";
import { LogoLink } from "../../art/Logo.tsx";
import { SkipLink } from "../../shells/SkipLink.tsx";
import { ButtonLink } from "../../ui/Button.tsx";

/** Around the screens that lead back into an account: one card, and the way to the login screen. */
export function ResetFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <div className="wrap page">
        <header className="flex items-center justify-between pt-2 pb-10">
          <LogoLink to={screens.landing} size={30} />
          <ButtonLink kind="ghost" to={screens.login}>
            Log In
          </ButtonLink>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}
