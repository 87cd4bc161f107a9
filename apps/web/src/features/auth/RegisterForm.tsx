import { limits, messages, type Registration, screens } from "@cairn/contract";
import { PenLine, Shield, User } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type { ApiError } from "../../lib/api/api-error.ts";
import { FailureAlert } from "../../ui/FailureAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { openAccount } from "./auth.queries.ts";
import {
  passwordsDiffer,
  type RegistrationValues,
  registrationFields,
  registrationResolver,
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
  const form = useForm<RegistrationValues, unknown, Registration>({ resolver: registrationResolver });
  const { register, trigger, getValues, clearErrors, formState } = form;
  const { errors } = formState;
  const [isTaken, setTaken] = useState(false);
  const { submit, working, failure } = useSubmission({
    form,
    fields: registrationFields,
    send: (body) => {
      setTaken(false);
      return openAccount(body);
    },
    fallback: messages.registrationFailed,
    wordsOf: (error) => (isEmailTaken(error) ? messages.emailTaken : error.said),
    onRefused: (error) => setTaken(isEmailTaken(error)),
  });
  useLoginRedirect(isTaken);

  /** A mismatch shows as soon as the field is left, and goes as soon as it is mended (DESIGN 6). */
  const compare = () => {
    if (passwordsDiffer(getValues())) return trigger("confirmation");
    if (errors.confirmation?.message === messages.passwordsDiffer) clearErrors("confirmation");
  };
  const compareAgain = () => errors.confirmation && compare();

  return (
    <form method="post" noValidate onSubmit={submit}>
      {failure && <FailureAlert failure={failure} />}
      <Field label="Full Name" error={errors.name?.message}>
        <TextInput {...register("name")} autoComplete="name" required />
      </Field>
      <div className="auth-pair">
        <Field label="Email" error={errors.email?.message}>
          <TextInput {...register("email")} type="email" autoComplete="email" required />
        </Field>
        <Field label="Phone" optional error={errors.phone?.message}>
          <TextInput {...register("phone")} type="tel" autoComplete="tel" placeholder="+254 700 000 000" />
        </Field>
      </div>
      <RadioCards
        {...register("role")}
        legend="Role"
        options={roleCards}
        error={errors.role?.message}
        required
      />
      <div className="auth-pair">
        <Field label="Password" hint="Use 8 or more characters." error={errors.password?.message}>
          <PasswordInput
            {...register("password", { onChange: compareAgain })}
            autoComplete="new-password"
            required
          />
        </Field>
        <Field label="Confirm Password" error={errors.confirmation?.message}>
          <PasswordInput
            {...register("confirmation", { onBlur: compare, onChange: compareAgain })}
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

/** Spec section 8: an address that is taken leads to the login screen after 3 seconds. */
function useLoginRedirect(isTaken: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isTaken) return;
    const timer = setTimeout(() => navigate(screens.login), limits.registerRedirectDelay);
    return () => clearTimeout(timer);
  }, [isTaken, navigate]);
}
