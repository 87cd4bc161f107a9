import { screens } from "@cairn/contract";
import { Link } from "react-router";
import { useLoginState } from "../../lib/session/return-place.ts";
import { isSignedIn } from "../../lib/session/session.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import * as kit from "../../ui/kit.module.css";
import { Text } from "../../ui/Text.tsx";

/** Shown on studio screens to users who are not signed in (docs/rules.md#screens-without-a-token). */
export function SignInHint() {
  const session = useSession();
  const login = useLoginState();
  if (session === null || isSignedIn(session)) return null;
  return (
    <Text kind="muted" above={6}>
      You are not logged in.{" "}
      <Link className={kit.link} to={screens.login} state={login}>
        Log In
      </Link>
    </Text>
  );
}
