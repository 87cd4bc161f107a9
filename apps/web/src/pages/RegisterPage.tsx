import { check } from "form-check:Registration";
import { limits, messages, type Registration, type Role, roleLabel, roles, screens } from "@cairn/contract";
import { PenLine, Shield, User } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { openAccount } from "../features/auth/auth.queries.ts";
import { SocialButtons } from "../features/auth/SocialButtons.tsx";
import { SubmitButton, useSubmission } from "../features/auth/SubmitButton.tsx";
import type { ApiError } from "../lib/api/api-error.ts";
import { contractForm } from "../lib/forms/contract-form.ts";
import { useForm } from "../lib/forms/useForm.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { currentSite, siteName } from "../lib/site.ts";
import { useHydrated } from "../lib/store.ts";
import { AuthShell } from "../shells/AuthShell.tsx";
import * as authShellCss from "../shells/auth-shell.module.css";
import { Alert, FailureAlert } from "../ui/Alert.tsx";
import { Field } from "../ui/Field.tsx";
import * as kit from "../ui/kit.module.css";
import { RadioCards } from "../ui/RadioCards.tsx";
import { PasswordInput, TextInput } from "../ui/TextInput.tsx";

export function RegisterPage() {
  const { state } = useLocation();
  const invitation = useInvitation();
  // The prerendered page knows neither the site's rule nor the address's query.
  const isHydrated = useHydrated();
  const isInvited = isHydrated && invitation !== "";
  const joining = isHydrated && !isInvited ? currentSite().joining : "open";
  return (
    <AuthShell
      scene="register"
      heading="Verified tech insights, stories and inspirations"
      text="Join a community that checks what it shares."
      wide
    >
      <PageTitle
        title="Register"
        description={`Register with ${siteName()} for verified tech insights, stories and inspirations.`}
      />
      <h1 className={kit.h1}>Register</h1>
      <p className={kit.sub}>
        Already have an account?{" "}
        <Link className={kit.link} to={screens.login} state={state}>
          Log In
        </Link>
      </p>
      <Alert kind="info" text={joiningNotes[joining]} />
      {joining !== "invitation" && (
        <>
          <RegisterForm isInvited={isInvited} />
          <SocialButtons invitation={invitation} />
        </>
      )}
    </AuthShell>
  );
}

/** Who may join here, where that is not everybody (docs/rules.md#who-may-join). */
const joiningNotes = {
  open: null,
  domains: "Use your school email address.",
  approval: "An admin has to approve your account first.",
  invitation: "You need an invitation to join.",
};

/** What the link of an invitation carries; empty: none. */
const useInvitation = () => useSearchParams()[0].get("invitation") ?? "";

interface RegistrationValues {
  name: string;
  email: string;
  phone: string;
  /** Null until the user chooses one. */
  role: Role | null;
  password: string;
  confirmation: string;
}

const blankRegistration: RegistrationValues = {
  name: "",
  email: "",
  phone: "",
  role: null,
  password: "",
  confirmation: "",
};

const registrationFields = ["name", "email", "phone", "role", "password"] as const;

const passwordsDiffer = ({ password, confirmation }: RegistrationValues) =>
  confirmation !== "" && confirmation !== password;

const registration = contractForm<RegistrationValues, Registration>({
  check,
  toBody: ({ name, email, phone, role, password }) => ({
    name: name.trim(),
    email: email.trim(),
    phone: phone.trim(),
    role: role ?? undefined,
    password,
  }),
  sentences: {
    name: { required: "Please enter your full name." },
    email: { required: "Please enter your email.", format: "Please enter a valid email address." },
    role: { required: messages.roleMissing, enum: messages.roleMissing },
    password: { required: "Please choose a password.", minLength: "This is too short." },
  },
  alsoCheck: (values) => ({ confirmation: confirmationProblem(values) }),
});

function confirmationProblem(values: RegistrationValues) {
  if (values.confirmation === "") return "Please confirm your password.";
  return passwordsDiffer(values) ? messages.passwordsDiffer : undefined;
}

const roleIcons = {
  Admin: <Shield size={20} />,
  TechWriter: <PenLine size={20} />,
  User: <User size={20} />,
};
const roleHint = "Users read and share posts, Tech Writers write articles and series, Admins verify.";
const roleCards = roles.map((role) => ({ value: role, label: roleLabel[role], icon: roleIcons[role] }));

function RegisterForm({ isInvited }: { isInvited: boolean }) {
  const invitation = useInvitation();
  // An invitation has a role of its own.
  const initial = invitation ? { ...blankRegistration, role: "User" as const } : blankRegistration;
  const form = useForm<RegistrationValues>({ initial, check: registration.check });
  const { field, problems, setProblems } = form;
  const [isTaken, setTaken] = useState(false);
  const { submit, working, failure } = useSubmission({
    form,
    fields: registrationFields,
    bodyOf: registration.bodyOf,
    send: (body) => {
      setTaken(false);
      return openAccount(invitation ? { ...body, invitation } : body);
    },
    fallback: messages.registrationFailed,
    wordsOf: (error) => (isEmailTaken(error) ? messages.emailTaken : error.said),
    onRefused: (error) => setTaken(isEmailTaken(error)),
  });
  useLoginRedirect(isTaken ? form.values.email.trim() : null);

  /** A mismatch shows when the field loses focus, and disappears as soon as it is fixed. */
  const compare = () => {
    if (passwordsDiffer(form.read())) return form.validate(["confirmation"]);
    if (problems.confirmation === messages.passwordsDiffer) {
      setProblems((shown) => ({ ...shown, confirmation: undefined }));
    }
  };
  const compareAgain = () => problems.confirmation && compare();

  return (
    <form method="post" noValidate onSubmit={submit}>
      {failure && <FailureAlert failure={failure} />}
      <Field label="Full Name" error={problems.name}>
        <TextInput {...field("name")} autoComplete="name" required />
      </Field>
      <div className={authShellCss.pair}>
        <Field label="Email" error={problems.email}>
          <TextInput {...field("email")} type="email" autoComplete="email" required />
        </Field>
        <Field label="Phone" optional error={problems.phone}>
          <TextInput {...field("phone")} type="tel" autoComplete="tel" placeholder="+254 700 000 000" />
        </Field>
      </div>
      {!isInvited && (
        <RadioCards
          {...field("role")}
          legend="Role"
          options={roleCards}
          hint={roleHint}
          error={problems.role}
          required
        />
      )}
      <div className={authShellCss.pair}>
        <Field label="Password" hint="Use 8 or more characters." error={problems.password}>
          <PasswordInput {...field("password", compareAgain)} autoComplete="new-password" required />
        </Field>
        <Field label="Confirm Password" error={problems.confirmation}>
          <PasswordInput
            {...field("confirmation", compareAgain)}
            onBlur={compare}
            autoComplete="new-password"
            required
          />
        </Field>
      </div>
      <SubmitButton working={working} workingText="Registering...">
        Register
      </SubmitButton>
    </form>
  );
}

const isEmailTaken = ({ status, suggestion }: ApiError) => status === 409 && suggestion === "login";

/**
 * If the email is already registered, redirects to the login screen after 3 seconds
 * (docs/evidence/spec-clauses.md#s8-register-conflict).
 */
function useLoginRedirect(taken: string | null) {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    if (taken === null) return;
    const known = { ...state, email: taken, reason: messages.emailTaken };
    const timer = setTimeout(() => navigate(screens.login, { state: known }), limits.registerRedirectDelay);
    return () => clearTimeout(timer);
  }, [taken, navigate, state]);
}
