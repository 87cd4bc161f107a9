import { screens } from "@cairn/contract";
import { DatabaseZap, FlaskConical } from "lucide-react";
import { use, useEffect, useRef } from "react";
import { Link } from "react-router";
import * as css from "../../features/admin/admin.module.css";
import {
  AskAgainContext,
  type SourceSwitch,
  SourceSwitchContext,
  useAdminCalls,
} from "../../features/admin/admin-calls.ts";
import { PageTitle } from "../../lib/PageTitle.tsx";
import { useLoginState } from "../../lib/session/return-place.ts";
import { isSignedIn } from "../../lib/session/session.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import * as kit from "../../ui/kit.module.css";

interface AdminHeadProps {
  heading: string;
  /** The tab's title, if it differs from the heading. */
  title?: string;
}

export function AdminHead({ heading, title = heading }: AdminHeadProps) {
  return (
    <>
      <PageTitle title={title} hidden />
      <div className={kit.pageHead}>
        <div>
          <h1 className={kit.h1}>{heading}</h1>
          <SourceLine />
        </div>
      </div>
    </>
  );
}

/**
 * Says which data the screen shows (docs/rules.md#sample-and-live-data); without a session it links to the login screen
 * (docs/rules.md#screens-without-a-token).
 */
function SourceLine() {
  const { kind } = useAdminCalls();
  const change = use(SourceSwitchContext);
  const askAgain = use(AskAgainContext);
  const session = useSession();
  const login = useLoginState();
  const isVisitor = session !== null && !isSignedIn(session);
  const Icon = kind === "live" ? DatabaseZap : FlaskConical;
  return (
    <p className={`${kit.row} ${kit.gap2} ${kit.soft} ${css.sourceLine}`}>
      <Icon size={17} className={css.sourceIcon} />
      <span>
        {kind === "live"
          ? "Live data. Changes here affect everyone."
          : "Sample data. Your changes last until you reload this page."}
        {isVisitor && (
          <>
            {" "}
            <Link className={kit.link} to={screens.login} state={login}>
              Log In
            </Link>
          </>
        )}
        {kind === "sample" && session?.role === "Admin" && !isVisitor && !change && !askAgain && (
          <span className={css.whySample}>
            Your account is not verified yet, so your changes here don’t reach the site. Ask a verified admin
            to verify you, or ask the operator to run: <code>npm run admin -- verify EMAIL</code>
          </span>
        )}
        {askAgain && (
          <>
            {" "}
            <span role="status">We couldn’t check your access to live data.</span>{" "}
            <button type="button" className={kit.link} onClick={askAgain}>
              Try again
            </button>
          </>
        )}
        {change && (
          <>
            {" "}
            <SwitchButton {...change}>{kind === "live" ? "Show sample data" : "Show live data"}</SwitchButton>
          </>
        )}
      </span>
    </p>
  );
}

function SwitchButton({ onSwitch, takeFocus, children }: SourceSwitch & { children: string }) {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes to stand where the other one stood
  useEffect(() => {
    if (takeFocus()) button.current?.focus();
  }, []);
  return (
    <button ref={button} type="button" className={kit.link} onClick={onSwitch}>
      {children}
    </button>
  );
}
