import { screens } from "@cairn/contract";
import { Link } from "react-router";
import { useSession } from "../../lib/session/useSession.ts";

/** For whoever opens a studio screen without being signed in (D62). */
export function SignInHint() {
  const session = useSession();
  if (session === null || session.accessToken || session.refreshToken) return null;
  return (
    <p className="muted mt-6">
      You are not logged in.{" "}
      <Link className="link" to={screens.login}>
        Log In
      </Link>
    </p>
  );
}
