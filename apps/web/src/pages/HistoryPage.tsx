import { HistoryList } from "../features/history/HistoryList.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useIsSignedIn } from "../lib/session/useSession.ts";
import * as css from "../ui/layout.module.css";
import { LoginWanted } from "./profile/LoginWanted.tsx";

/** What the member opened, on whichever device (docs/rules.md#d136). */
export function HistoryPage() {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <PageTitle title="History" hidden />
      <div className={css.pageHead}>
        <div>
          <h1 className={css.h1}>History</h1>
          <p className={css.sub}>Posts you opened, newest first.</p>
        </div>
      </div>
      {isSignedIn ? <HistoryList /> : <LoginWanted text="Please log in to see your history." />}
    </>
  );
}
