import { useEffect, useRef } from "react";
import { currentQueryClient } from "../../../lib/query-client.ts";
import { useLive } from "../../../lib/socket.ts";
import { deskKeys } from "./contents.queries.ts";
import { reportsQuery } from "./reports.queries.ts";

/** What happens together is fetched together. */
const pause = 250;

const refresh = (queryKey: readonly unknown[]) => void currentQueryClient().invalidateQueries({ queryKey });

function refreshDesk() {
  refresh(deskKeys.lists);
  refresh(reportsQuery.queryKey);
  refresh(deskKeys.overview);
}

/** Rows keep their place, and with it whatever is opened or typed there: only what they say is fetched anew. */
export function useDeskNews() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(
    {
      desk_changed({ content_id }) {
        refresh(deskKeys.item(content_id));
        clearTimeout(timer.current);
        timer.current = setTimeout(refreshDesk, pause);
      },
    },
    () => {
      refresh(["admin", "item"]);
      refreshDesk();
    },
  );
}
