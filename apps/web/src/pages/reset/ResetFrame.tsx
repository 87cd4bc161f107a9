import { screens } from "@cairn/contract";
import type { ReactNode } from "react";
import { LogoLink, Stones } from "../../art/Logo.tsx";
import { useIsSignedIn, useSession } from "../../lib/session/useSession.tsx";
import { SkipLink } from "../../shells/SkipLink.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import { Row } from "../../ui/Stack.tsx";
import * as signCss from "../../ui/sign.module.css";
import { Text } from "../../ui/Text.tsx";
import * as css from "./reset-frame.module.css";
import * as stepCardCss from "./step-card.module.css";

/** Frame of the password reset screens: one card and the way back: to the login screen, or to the members' profile. */
export function ResetFrame({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  const role = useSession()?.role;
  return (
    <>
      <SkipLink />
      <div className={`${kit.wrap} ${css.root}`}>
        <Row between as="header" className={css.header}>
          <LogoLink to={screens.landing} size={30} />
          {(!isSignedIn || role === "User") && (
            <ButtonLink kind="ghost" to={isSignedIn ? screens.profile : screens.login}>
              {isSignedIn ? "Your profile" : "Log In"}
            </ButtonLink>
          )}
        </Row>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}

const stepCount = 3;

interface StepCardProps {
  /** The current step; without it the card is alone and shows all its stones. */
  step?: 1 | 2 | 3;
  title: string;
  text: string;
  children: ReactNode;
}

/** A screen of the reset flow: a card with a stone for each step reached. */
export function StepCard({ step, title, text, children }: StepCardProps) {
  return (
    <Card pad gap={5} className={stepCardCss.root}>
      <Row between>
        <span className={`${kit.tile} ${signCss.root} ${stepCardCss.stones}`}>
          <Stones size={30} count={step} />
        </span>
        {step && (
          <span className={kit.caps}>
            Step {step} of {stepCount}
          </span>
        )}
      </Row>
      <div>
        <h1 className={kit.h2}>{title}</h1>
        <Text kind="soft" above={1}>
          {text}
        </Text>
      </div>
      {children}
    </Card>
  );
}
