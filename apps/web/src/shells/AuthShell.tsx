import type { ReactNode } from "react";
import { LogoLink } from "../art/Logo.tsx";
import { Scene } from "../art/Scene.tsx";
import { cx } from "../ui/cx.ts";
import "./auth-shell.css";
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

/** Art on the left, the form on the right; under 900 px the art is a strip on top. */
export function AuthShell({ scene, heading, text, wide, children }: AuthShellProps) {
  return (
    <div className="auth">
      <SkipLink />
      <header className="auth-art">
        <Scene name={scene} />
        <div className="auth-copy">
          <LogoLink to="/" size={30} />
          <p className="auth-heading">{heading}</p>
          <p className="auth-text">{text}</p>
        </div>
      </header>
      <main id="main" className="auth-main" tabIndex={-1}>
        <div className={cx("auth-column", wide && "is-wide")}>
          <LogoLink to="/" />
          {children}
        </div>
      </main>
    </div>
  );
}
