import type { ReactNode } from "react";
import { LogoLink } from "../art/Logo.tsx";
import { Scene } from "../art/Scene.tsx";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import * as css from "./auth-shell.module.css";
import { SkipLink } from "./SkipLink.tsx";

interface AuthShellProps {
  scene: "login" | "register";
  /** The sentence on the picture, and the line under it. */
  heading: string;
  text: string;
  /** A wider column, for forms with fields side by side. */
  wide?: boolean;
  /** The page's h1 and its form. */
  children: ReactNode;
}

/** Art on the left, the form on the right; below 900 px the art is a strip on top. */
export function AuthShell({ scene, heading, text, wide, children }: AuthShellProps) {
  return (
    <div className={css.root}>
      <SkipLink />
      <header className={css.art}>
        <Scene name={scene} />
        <div className={css.copy}>
          <LogoLink to="/" size={30} />
          <p className={`${kit.display} ${css.heading}`}>{heading}</p>
          <p className={`${kit.lead} ${css.text}`}>{text}</p>
        </div>
      </header>
      <main id="main" className={`${kit.column} ${css.main}`} tabIndex={-1}>
        <div className={cx(css.column, wide && css.isWide)}>
          <LogoLink to="/" />
          {children}
        </div>
      </main>
    </div>
  );
}
