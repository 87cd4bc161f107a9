import { screens } from "@cairn/contract";
import { Link } from "react-router";
import * as profileCss from "../../features/profile/profile.module.css";
import { Alert } from "../../ui/Alert.tsx";
import * as kit from "../../ui/kit.module.css";

/** The profile never sends a password (docs/rules.md#d45). */
export function PasswordOffer({ email }: { email: string }) {
  return (
    <Alert kind="warn">
      <p>
        Save does not change your password. We email you a code for that:{" "}
        <Link className={`${kit.link} ${profileCss.alertLink}`} to={screens.forgotPassword} state={{ email }}>
          change your password
        </Link>
        .
      </p>
    </Alert>
  );
}
