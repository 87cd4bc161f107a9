import { screens } from "@cairn/contract";
import { useLocation } from "react-router";
import { LoginForm } from "../features/auth/LoginForm.tsx";
import { SocialButtons } from "../features/auth/SocialButtons.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useOwnHome } from "../lib/session/useSession.ts";
import { AuthShell } from "../shells/AuthShell.tsx";
import * as authShellCss from "../shells/auth-shell.module.css";
import { ButtonLink } from "../ui/Button.tsx";
import * as layoutCss from "../ui/layout.module.css";

export function LoginPage() {
  const { state } = useLocation();
  const home = useOwnHome();
  return (
    <AuthShell
      scene="login"
      heading="Good to see you on the trail"
      text="Explore verified tech wisdom from the community."
    >
      <PageTitle
        title="Log In"
        description="Log in to Cairn to read, watch and share verified tech content."
      />
      <h1 className={layoutCss.h1}>Log In</h1>
      <p className={layoutCss.sub}>Welcome back. Pick up where you stopped.</p>
      {home && (
        <ButtonLink kind="primary" block to={home}>
          Your home
        </ButtonLink>
      )}
      <LoginForm />
      <SocialButtons />
      <div className={authShellCss.alt}>
        <span>New to Cairn?</span>
        <ButtonLink to={screens.register} state={state}>
          Register
        </ButtonLink>
      </div>
    </AuthShell>
  );
}
