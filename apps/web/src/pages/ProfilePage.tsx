import { messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useMe } from "../features/auth/me.queries.ts";
import { SendLinkAgain } from "../features/confirmation/SendLinkAgain.tsx";
import { RestoredLine, useJournal, useJournalEntry } from "../features/drafts/useJournal.tsx";

import { MemberProfileForm } from "../features/profile/MemberProfileForm.tsx";
import { profileQuery } from "../features/profile/profile.queries.ts";
import { ApiError } from "../lib/api/api-error.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useSession } from "../lib/session/useSession.ts";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import * as layoutCss from "../ui/layout.module.css";
import { ErrorState } from "../ui/State.tsx";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { LoginWanted } from "./profile/LoginWanted.tsx";
import * as css from "./profile-page.module.css";

// Lazy: it stands below everything else.
const BelowProfile = lazy(async () => ({
  default: (await import("./profile/BelowProfile.tsx")).BelowProfile,
}));

const form = "member-profile";

export function ProfilePage() {
  const hasToken = Boolean(useSession()?.accessToken);
  return (
    <div className={css.root}>
      <PageTitle title="Profile" hidden />
      <div className={layoutCss.pageHead}>
        <h1 className={layoutCss.h1}>Profile</h1>
      </div>
      {hasToken ? <OwnProfile /> : <LoginWanted text={messages.profileLoginToView} />}
    </div>
  );
}

function OwnProfile() {
  const session = useSession();
  const { data: me, isLoading: isMeLoading } = useMe();
  const owner = session?.userId ?? me?.id ?? null;
  const { data: profile, error, isPending, refetch } = useQuery(profileQuery);
  const entry = useJournalEntry(owner, form);
  const journal = useJournal(owner, form);
  const isLoading = isPending || entry === undefined || (owner === null && isMeLoading);
  const signShown = useDelayedFlag(isLoading);

  if (isLoading) return signShown ? <LoadingLine text={messages.loading} /> : null;
  if (!profile) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <MemberProfileForm
      key={owner}
      profile={profile}
      kept={entry}
      keeper={journal}
      restored={(keptAt, onDiscard) => <RestoredLine keptAt={keptAt} onDiscard={onDiscard} />}
      confirmAgain={<SendLinkAgain />}
    >
      <Suspense>
        <BelowProfile />
      </Suspense>
    </MemberProfileForm>
  );
}

/**
 * Implements docs/rules.md#s8-profile-failure. A session that cannot be refreshed has already led to the login screen;
 * a 401 here has another cause.
 */
function LoadFailure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const isEnded = error instanceof ApiError && error.status === 401;
  if (isEnded) return <LoginWanted text={messages.sessionExpired} />;
  return <ErrorState title={messages.profileFailed} onRetry={onRetry} />;
}
