import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useMe } from "../../features/auth/me.queries.ts";
import { isFirstTry } from "../../lib/query-client.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import { readItem, writeItem } from "../../lib/storage.ts";
import type { FirstDays } from "./FirstDays.tsx";

const storageKey = "firstDays";

/** Of the member who uses this device: "begun" from the first view on, "dismissed" once the list is closed for good. */
function useStepsState() {
  const owner = useSession()?.userId;
  const [kept, setKept] = useState(() => readItem(storageKey));
  return {
    state: kept?.replace(`${owner} `, ""),
    keep: (state: "begun" | "dismissed") => {
      writeItem(storageKey, `${owner} ${state}`);
      setKept(`${owner} ${state}`);
    },
  };
}

/**
 * The first steps of a member who came without interests. `isPending` until they can be shown; their code and what is
 * known of them are fetched for such a member alone.
 */
export function useFirstDays() {
  const me = useMe();
  const cache = useQueryClient();
  const { state, keep } = useStepsState();
  const [Card, setCard] = useState<typeof FirstDays | null>();
  const interests = me.data?.interests;
  const isNew = state !== "dismissed" && interests && (state === "begun" || interests.length === 0);
  const begin = useEffectEvent((card: typeof FirstDays) => {
    keep("begun");
    setCard(() => card);
  });
  useEffect(() => {
    if (!isNew || Card !== undefined) return;
    // After a logout nothing may be asked in the member's name any more.
    let isWanted = true;
    import("./FirstDays.tsx")
      .then(async ({ FirstDays, fetchSteps }) => {
        if (!isWanted) return;
        await fetchSteps(cache);
        if (isWanted) begin(FirstDays);
      })
      .catch(() => setCard(null));
    return () => {
      isWanted = false;
    };
  }, [isNew, Card, cache]);
  return {
    Card: isNew ? Card : null,
    keep,
    isPending: state !== "dismissed" && (isFirstTry(me) || (isNew === true && Card === undefined)),
  };
}
