import { limits, messages, screens } from "@cairn/contract";
import { PenLine, Shield, User } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ApiError } from "../../lib/api/api-error.ts";
import { useForm } from "../../lib/forms/useForm.ts";
import * as css from "../../shells/auth-shell.module.css";
import { FailureAlert } from "../../ui/Alert.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { openAccount } from "./auth.queries.ts";
import {
  blankRegistration,
  passwordsDiffer,
  registration,
  registrationFields,
  roleOptions,
} from "./registration-form.ts";
import { SubmitButton } from "./SubmitButton.tsx";
import { useSubmission } from "./useSubmission.ts";

const roleIcons = {
  Admin: <Shield size={20} />,
  TechWriter: <PenLine size={20} />,
  User: <User size={20} />,
};
const roleCards = roleOptions.map((option) => ({ ...option, icon: roleIcons[option.value] }));

export function RegisterForm() {
  const form = useForm({ initial: blankRegistration, check: registration.check });
  const { field, problems, setProblems } = form;
  const [isTaken, setTaken] = useState(false);
  const { submit, working, failure } = useSubmission({
    form,
    fields: registrationFields,
    bodyOf: registration.bodyOf,
    send: (body) => {
      setTaken(false);
      return openAccount(body);
    },
    fallback: messages.registrationFailed,
    wordsOf: (error) => (isEmailTaken(error) ? messages.emailTaken : error.said),
    onRefused: (error) => setTaken(isEmailTaken(error)),
  });
  useLoginRedirect(isTaken);

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
      <div className={css.pair}>
        <Field label="Email" error={problems.email}>
          <TextInput {...field("email")} type="email" autoComplete="email" required />
        </Field>
        <Field label="Phone" optional error={problems.phone}>
          <TextInput {...field("phone")} type="tel" autoComplete="tel" placeholder="+254 700 000 000" />
        </Field>
      </div>
      <RadioCards {...field("role")} legend="Role" options={roleCards} error={problems.role} required />
      <div className={css.pair}>
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
 * (docs/rules.md#s8-register-conflict).
 */
function useLoginRedirect(isTaken: boolean) {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    if (!isTaken) return;
    const timer = setTimeout(() => navigate(screens.login, { state }), limits.registerRedirectDelay);
    return () => clearTimeout(timer);
  }, [isTaken, navigate, state]);
}
