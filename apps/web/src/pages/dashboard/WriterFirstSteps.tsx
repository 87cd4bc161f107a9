import { screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { profileQuery } from "../../features/profile/profile.queries.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import { readItem, writeItem } from "../../lib/storage.ts";
import * as kit from "../../ui/kit.module.css";
import { ConfirmEmail, FirstSteps, Step } from "./FirstSteps.tsx";

/** As for members (useFirstDays.ts). */
const storageKey = "firstDays";

/** For a writer without a post: what to do, and what becomes of the first post. Dismissed, the rest of the page stands. */
export function WriterFirstSteps({ otherwise }: { otherwise: ReactNode }) {
  const dismissed = `${useSession()?.userId} dismissed`;
  const [kept, setKept] = useState(() => readItem(storageKey));
  const { data: profile } = useQuery(profileQuery);
  if (kept === dismissed) return otherwise;
  return (
    <FirstSteps
      onDismiss={() => {
        writeItem(storageKey, dismissed);
        setKept(dismissed);
      }}
    >
      <ConfirmEmail isDone={profile?.email_confirmed ?? true} />
      <Step name="Write your first post" isDone={false}>
        <p>
          <Link className={kit.link} to={screens.myPosts}>
            Start a post
          </Link>
          . What you type stays on this device until you submit it.
        </p>
      </Step>
      <Step name="See it verified" isDone={false}>
        <p>
          A reviewer reads it, runs the code and checks the sources. You get a notification; once approved,
          everyone can read it, with the reviewer’s name.
        </p>
      </Step>
    </FirstSteps>
  );
}
