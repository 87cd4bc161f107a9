import { screens } from "@cairn/contract";
import { FlaskConical } from "lucide-react";
import { Link } from "react-router";
import { useSession } from "../../lib/session/useSession.ts";
import { useAdminSource } from "./admin-source.ts";

/** Says which data the screen shows (D18); whoever came without a session finds the way in (D62). */
export function SourceLine() {
  const { about } = useAdminSource();
  const session = useSession();
  const isVisitor = session !== null && !session.accessToken && !session.refreshToken;
  return (
    <p className="mt-2 flex items-start gap-2 text-sm text-text-2">
      <FlaskConical size={17} className="mt-[3px] text-text-3" />
      <span>
        {about}
        {isVisitor && (
          <>
            {" "}
            <Link className="link" to={screens.login}>
              Log In
            </Link>
          </>
        )}
      </span>
    </p>
  );
}
