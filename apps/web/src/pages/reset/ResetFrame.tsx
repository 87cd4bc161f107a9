import { screens } from "@cairn/contract";
import type { ReactNode } from "react";
import { LogoLink, Stones } from "../../art/Logo.tsx";
import { useIsSignedIn } from "../../lib/session/useSession.tsx";
import { SkipLink } from "../../shells/SkipLink.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import * as cardCss from "../../ui/card.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import * as signCss from "../../ui/sign.module.css";
import * as css from "./reset-frame.module.css";
import * as stepCardCss from "./step-card.module.css";

/** Frame of the password reset screens: one card and a link to the login screen. */
export function ResetFrame({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <SkipLink />
      <div className={`${layoutCss.wrap} ${css.root}`}>
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

const stepCount = 3;

interface StepCardProps {
  /** The current step; without it the card stands alone and shows all its stones. */
  step?: 1 | 2 | 3;
  title: string;
  text: string;
  children: ReactNode;
}

/** A screen of the reset flow: a card with a stone for each step reached. */
export function StepCard({ step, title, text, children }: StepCardProps) {
  return (
    <div className={`${cardCss.root} ${stepCardCss.root}`}>
      <div className={`${layoutCss.row} ${stepCardCss.top}`}>
        <span className={`${partsCss.tile} ${signCss.root} ${stepCardCss.stones}`}>
          <Stones size={30} count={step} />
        </span>
        {step && (
          <span className={layoutCss.caps}>
            Step {step} of {stepCount}
          </span>
        )}
      </div>
      <h1 className={layoutCss.h2}>{title}</h1>
      <p className={`${partsCss.soft} ${partsCss.breaks} ${stepCardCss.text}`}>{text}</p>
      {children}
    </div>
  );
}
