import { screens } from "@cairn/contract";
import { Link, useLocation } from "react-router";
import { RegisterForm } from "../features/auth/RegisterForm.tsx";
import { SocialButtons } from "../features/auth/SocialButtons.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { AuthShell } from "../shells/AuthShell.tsx";
import * as css from "../ui/layout.module.css";

export function RegisterPage() {
  const { state } = useLocation();
  return (
    <AuthShell
      scene="register"
      heading="Verified tech insights, stories and inspirations"
      text="Join a community that checks what it shares."
      wide
    >
      <PageTitle
        title="Register"
        description="Register with Cairn for verified tech insights, stories and inspirations."
      />
      <h1 className={css.h1}>Register</h1>
      <p className={css.sub}>
        Already have an account?{" "}
        <Link className={css.link} to={screens.login} state={state}>
          Log In
        </Link>
      </p>
      <RegisterForm />
      <SocialButtons />
    </AuthShell>
  );
}
