import { useEffect, useRef } from "react";
import { currentQueryClient } from "../../../lib/query-client.ts";
import { useLive } from "../../../lib/socket.ts";
import { deskKeys } from "./contents.queries.ts";
import { reportsQuery } from "./reports.queries.ts";

/** In milliseconds. Changes within this time cause one refresh. */
const pause = 250;

const refresh = (queryKey: readonly unknown[]) => void currentQueryClient().invalidateQueries({ queryKey });

function refreshDesk() {
  refresh(deskKeys.lists);
  refresh(reportsQuery.queryKey);
  refresh(deskKeys.overview);
}

/** Refetches the desk's data but keeps the rows in place, so nothing opened or typed in them is lost. */
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
