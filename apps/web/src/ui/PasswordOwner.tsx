import * as kit from "./kit.module.css";

/** Tells password managers which account a password belongs to. Before the password, in a form that does not show the email. */
export const PasswordOwner = ({ email }: { email: string | null | undefined }) =>
  email ? (
    <input
      className={kit.srOnly}
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  ) : null;
