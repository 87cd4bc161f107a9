import { useEffect, useRef } from "react";
import { useLive } from "../../../lib/live-socket.ts";
import { currentQueryClient } from "../../../lib/query-client.ts";
import { isDeciding } from "../contents/own-decisions.ts";
import { deskKeys } from "../live/contents.queries.ts";
import { reportsQuery } from "../live/reports.queries.ts";

/** In milliseconds. Changes within this time cause one refresh. */
const newsPause = 250;

const refresh = (queryKey: readonly unknown[]) => void currentQueryClient().invalidateQueries({ queryKey });

function refreshDesk() {
  refresh(deskKeys.lists);
  refresh(reportsQuery.queryKey);
  refresh(deskKeys.overview);
}

/**
 * Subscribes to what other admins do. Refetches the desk's data but keeps the rows in place, so nothing opened or typed
 * in them is lost.
 */
export function useDeskNews() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(
    {
      desk_changed({ content_id }) {
        if (!isDeciding(content_id)) refresh(deskKeys.item(content_id));
        clearTimeout(timer.current);
        timer.current = setTimeout(refreshDesk, newsPause);
      },
    },
    () => {
      refresh(deskKeys.items);
      refreshDesk();
    },
  );
}
