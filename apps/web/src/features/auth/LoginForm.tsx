import { check } from "form-check:Login";
import { type Login, messages, screens } from "@cairn/contract";
import { Lock, Mail } from "lucide-react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import type { ApiError } from "../../lib/api/api-error.ts";
import { contractResolver } from "../../lib/forms/contract-resolver.ts";
import { Alert } from "../../ui/Alert.tsx";
import { FailureAlert } from "../../ui/FailureAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { logIn } from "./auth.queries.ts";
import { SubmitButton } from "./SubmitButton.tsx";
import { useRedirectWords } from "./useRedirectWords.ts";
import { useSubmission } from "./useSubmission.ts";

const resolver = contractResolver<Login, Login>({
  check,
  toBody: ({ email, password }) => ({ email: email.trim(), password }),
  sentences: {
    email: { required: "Please enter your email." },
    password: { required: "Please enter your password." },
  },
});

const fields = ["email", "password"] as const;

/** Section 8: the server's error field, else the fallback; a `message` alone does not count here. */
const errorField = ({ body, said }: ApiError) =>
  typeof body === "object" && body !== null && "error" in body ? said : undefined;

export function LoginForm() {
  const form = useForm<Login, unknown, Login>({ resolver });
  const { errors } = form.formState;
  const { submit, working, failure } = useSubmission({
    form,
    fields,
    send: logIn,
    fallback: messages.loginFailed,
    wordsOf: errorField,
  });
  const redirectError = useRedirectWords("error");
  const notice = useRedirectWords("notice");
  const shown = failure === undefined && redirectError ? { text: redirectError } : failure;

  return (
    <form method="post" noValidate onSubmit={submit}>
      {shown && <FailureAlert failure={shown} />}
      {notice && failure === undefined && (
        <Alert kind="success">
          <p>{notice}</p>
        </Alert>
      )}
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          {...form.register("email")}
          type="email"
          autoComplete="username"
          required
          icon={<Mail size={17} />}
        />
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        aside={
          <Link className="link" to={screens.forgotPassword}>
            Forgot your password?
          </Link>
        }
      >
        <PasswordInput
          {...form.register("password")}
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
