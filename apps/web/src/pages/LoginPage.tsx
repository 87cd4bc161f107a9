import { check as checkLogin } from "form-check:Login";
import { type Login, messages, screens } from "@cairn/contract";
import { Lock, Mail } from "lucide-react";
import { Link, Navigate, useLocation } from "react-router";
import { logIn } from "../features/auth/auth.queries.ts";
import { SocialButtons } from "../features/auth/SocialButtons.tsx";
import { SubmitButton, useSubmission } from "../features/auth/SubmitButton.tsx";
import type { ApiError } from "../lib/api/api-error.ts";
import { contractForm } from "../lib/forms/contract-form.ts";
import { useForm } from "../lib/forms/useForm.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { fromAddress, returnPlace, useEntryState } from "../lib/session/return-place.ts";
import { isSignedIn } from "../lib/session/session.ts";
import { useOwnHome, useSession } from "../lib/session/useSession.tsx";
import { currentSite, siteName } from "../lib/site.ts";
import { useHydrated } from "../lib/store.ts";
import { AuthShell } from "../shells/AuthShell.tsx";
import * as authShellCss from "../shells/auth-shell.module.css";
import { Alert, FailureAlert } from "../ui/Alert.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import * as kit from "../ui/kit.module.css";
import { Row } from "../ui/Stack.tsx";
import { PasswordInput, TextInput } from "../ui/TextInput.tsx";

export function LoginPage() {
  const state = useEntryState();
  const home = useOwnHome();
  const place = useMembersPlace();
  // The server did not know the member: a browser shows it no token when it loads a page.
  if (place !== null) return <Navigate to={place} replace />;
  return (
    <AuthShell
      scene="login"
      heading="Good to see you on the trail"
      text="Explore verified tech wisdom from the community."
    >
      <PageTitle
        title="Log In"
        description={`Log in to ${siteName()} to read, watch and share verified tech content.`}
      />
      <h1 className={kit.h1}>Log In</h1>
      <p className={kit.sub}>Welcome back. Pick up where you stopped.</p>
      {home && (
        <ButtonLink kind="primary" block to={home}>
          Your home
        </ButtonLink>
      )}
      <LoginForm />
      <SocialButtons />
      <Row between className={`${kit.soft} ${authShellCss.alt}`}>
        <span>{`New to ${siteName()}?`}</span>
        <ButtonLink to={screens.register} state={state}>
          Register
        </ButtonLink>
      </Row>
    </AuthShell>
  );
}

const { check, bodyOf } = contractForm<Login, Login>({
  check: checkLogin,
  toBody: ({ email, password }) => ({ email: email.trim(), password }),
  sentences: {
    email: { required: "Please enter your email." },
    password: { required: "Please enter your password." },
  },
});

const initial: Login = { email: "", password: "" };

const fields = ["email", "password"] as const;

/** The server's error field, else the fallback; a `message` alone does not count (docs/evidence/spec-clauses.md#s8-login-failure). */
const errorField = ({ body, said }: ApiError) =>
  typeof body === "object" && body !== null && "error" in body ? said : undefined;

/** As the screen that led here knows it. */
const emailIn = (state: unknown) =>
  typeof state === "object" && state !== null && "email" in state ? String(state.email) : "";

function LoginForm() {
  const { state } = useLocation();
  const form = useForm({ initial: () => ({ ...initial, email: emailIn(state) }), check });
  const { field, problems } = form;
  const { submit, working, failure } = useSubmission({
    form,
    fields,
    bodyOf,
    send: logIn,
    fallback: messages.loginFailed,
    wordsOf: errorField,
  });
  const membersWords = useMembersWords();
  const redirectError = useRedirectWords("error");
  const notice = useRedirectWords("notice");
  const reason = useRedirectWords("reason") ?? membersWords;
  const shown = failure === undefined && redirectError ? { text: redirectError } : failure;

  return (
    <form method="post" noValidate onSubmit={submit}>
      {shown && <FailureAlert failure={shown} />}
      {reason && failure === undefined && <Alert kind="info" text={reason} />}
      {notice && failure === undefined && <Alert kind="success" text={notice} />}
      <Field label="Email" error={problems.email}>
        <TextInput
          {...field("email")}
          type="email"
          autoComplete="username"
          required
          icon={<Mail size={17} />}
        />
      </Field>
      <Field
        label="Password"
        error={problems.password}
        aside={
          <Link className={kit.link} to={screens.forgotPassword} state={{ email: form.values.email.trim() }}>
            Forgot your password?
          </Link>
        }
      >
        <PasswordInput
          {...field("password")}
          autoComplete="current-password"
          required
          icon={<Lock size={17} />}
        />
      </Field>
      <SubmitButton working={working} workingText="Logging in...">
        Log In
      </SubmitButton>
    </form>
  );
}

/**
 * The message from the screen that redirected here. The prerendered page does not have it, so it appears only after
 * hydration.
 */
function useRedirectWords(kind: "error" | "notice" | "reason"): string | undefined {
  const { state } = useLocation();
  const hydrated = useHydrated();
  const words: unknown = hydrated ? state?.[kind] : undefined;
  return typeof words === "string" && words !== "" ? words : undefined;
}

/** Where a member goes whom a site for members only led here from a page; null for everybody else. */
function useMembersPlace(): string | null {
  const { search } = useLocation();
  const session = useSession();
  if (!isSignedIn(session) || session.leaving) return null;
  return returnPlace({ from: fromAddress(search) }, {});
}

/** Why a visitor of a site for members only is here; once the page has hydrated, as above. */
function useMembersWords(): string | undefined {
  const { search } = useLocation();
  const hydrated = useHydrated();
  const isLedHere = hydrated && currentSite().audience === "members" && fromAddress(search) !== null;
  return isLedHere ? `${siteName()} is for its members. Log in to go on.` : undefined;
}
