import { limits, screens } from "@cairn/contract";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";
import { useMe } from "../../features/auth/me.queries.ts";
import { firstReadQuery } from "../../features/history/first-read.queries.ts";
import { categoriesQuery, useCategories } from "../../features/library/library.queries.ts";
import { profileQuery, useChangeProfile } from "../../features/profile/profile.queries.ts";
import { ApiError } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import * as kit from "../../ui/kit.module.css";
import { Row, Stack } from "../../ui/Stack.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ConfirmEmail, FirstSteps, Step } from "./FirstSteps.tsx";

/** Fetches what is known of the steps, so that none changes before the member's eyes. What fails is not asked for. */
export const fetchSteps = (cache: QueryClient) =>
  Promise.all([
    // The email may have been confirmed a moment ago.
    cache.prefetchQuery({ ...profileQuery, staleTime: 0 }),
    cache.prefetchQuery(firstReadQuery),
    cache.prefetchQuery(categoriesQuery),
  ]);

interface FirstDaysProps {
  keep: (state: "begun" | "dismissed") => void;
}

/** The list ends itself with the last step. */
export function FirstDays({ keep }: FirstDaysProps) {
  const { data: me } = useMe();
  const { data: profile } = useQuery(profileQuery);
  const { data: history } = useQuery(firstReadQuery);
  const done = {
    email: profile?.email_confirmed ?? true,
    interests: me !== undefined && me.interests.length > 0,
    reading: !history?.on || history.items.length > 0,
  };
  const isOver = done.email && done.interests && done.reading;
  const end = useEffectEvent(() => keep("dismissed"));
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  if (isOver) return null;
  return (
    <FirstSteps onDismiss={() => keep("dismissed")}>
      <ConfirmEmail isDone={done.email} />
      <Step name="Choose your interests" isDone={done.interests}>
        <Interests />
      </Step>
      <Step name="Read your first post" isDone={done.reading}>
        <p>
          Choose one below, or{" "}
          <Link className={kit.link} to={screens.library}>
            search the library
          </Link>
          .
        </p>
      </Step>
    </FirstSteps>
  );
}

function Interests() {
  const { data: categories = [] } = useCategories();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const change = useChangeProfile();
  const { send, isSending, failure } = useSend((error) =>
    error instanceof ApiError ? error.message : "Your interests could not be saved.",
  );
  const save = () =>
    send(async () => {
      await change({ interests: [...chosen] }, { photo: null });
      toast("Your interests are saved");
    });
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <Stack gap={3} starts>
      <p>
        What you choose comes first on this page.{" "}
        <Link className={kit.link} to={screens.profile}>
          Add others in your profile
        </Link>
      </p>
      <Row wrap>
        {categories.slice(0, limits.interestCount).map(({ id, name }) => (
          <Chip key={id} on={chosen.includes(name)} onToggle={() => toggle(name)}>
            {name}
          </Chip>
        ))}
      </Row>
      <Alert kind="danger" text={failure} />
      <Button
        kind="primary"
        size="sm"
        disabled={chosen.length === 0}
        working={isSending}
        workingText="Saving..."
        onClick={() => void save()}
      >
        Save interests
      </Button>
    </Stack>
  );
}
