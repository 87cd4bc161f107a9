import { useMe } from "../../features/auth/me.queries.ts";
import { useLogout } from "../../features/auth/useLogout.ts";
import { Alert } from "../../ui/Alert.tsx";
import * as kit from "../../ui/kit.module.css";
import * as greetingCss from "./greeting.module.css";

/** Says who is signed in, after a sign-in that this browser did not begin (docs/rules.md#links-with-a-session). */
export function SignedInNote() {
  const { data: me } = useMe();
  const logOut = useLogout("member");
  if (!me) return null;
  return (
    <Alert kind="info" className={greetingCss.note}>
      <p>
        You are signed in as <strong>{me.name}</strong>. Not you?{" "}
        <button type="button" className={kit.link} onClick={logOut}>
          Log out
        </button>
      </p>
    </Alert>
  );
}
