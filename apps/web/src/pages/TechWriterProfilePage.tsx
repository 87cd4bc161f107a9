import { messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { RestoredLine } from "../features/drafts/RestoredLine.tsx";
import { useJournal, useJournalEntry } from "../features/drafts/useJournal.ts";
import { writerProfileQuery } from "../features/profile/profile.queries.ts";
import { WriterProfileForm } from "../features/profile/WriterProfileForm.tsx";
import { SessionList } from "../features/sessions/SessionList.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import * as css from "../ui/layout.module.css";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useWriter } from "./writer/useWriter.ts";

// Lazy: they stand below the form.
const OwnPanels = lazy(async () => ({
  default: (await import("./profile/OwnPanels.tsx")).OwnPanels,
}));

const form = "profile";

export function TechWriterProfilePage() {
  const { id: owner, isVisitor, isUnknown } = useWriter();
  const profile = useQuery({ ...writerProfileQuery, enabled: !isVisitor });
  const entry = useJournalEntry(owner, form);
  const journal = useJournal(owner, form);
  const isLoading = isUnknown || profile.isLoading || entry === undefined;
  return (
    <>
      <PageTitle title="My Profile" hidden />
      <div className={css.pageHead}>
        <h1 className={css.h1}>My Profile</h1>
      </div>
      {isLoading ? (
        <LoadingLine text={messages.loading} />
      ) : (
        <WriterProfileForm
          key={owner}
          profile={profile.data}
          kept={entry}
          keeper={journal}
          restored={(keptAt, onDiscard) => <RestoredLine keptAt={keptAt} onDiscard={onDiscard} />}
        >
          {!isVisitor && (
            <>
              <Suspense>
                <OwnPanels />
              </Suspense>
              <SessionList />
            </>
          )}
        </WriterProfileForm>
      )}
      <SignInHint />
    </>
  );
}
