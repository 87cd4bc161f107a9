import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { forgetKept } from "../lib/device/since.ts";
import { currentQueryClient } from "../lib/query-client.ts";
import { formatMoment } from "../lib/time/dates.ts";
import * as css from "./device-line.module.css";

/** Says that the page comes from this device, and since when it may be out of date (docs/rules.md#stored-on-the-device). */
export function DeviceLine({ since }: { since: string }) {
  const { pathname } = useLocation();
  const shownAt = useRef(pathname);
  useEffect(() => {
    if (shownAt.current !== pathname) forgetKept();
  }, [pathname]);
  useEffect(() => {
    const askAgain = () => {
      forgetKept();
      void currentQueryClient().invalidateQueries();
    };
    window.addEventListener("online", askAgain);
    return () => window.removeEventListener("online", askAgain);
  }, []);
  return (
    <p className={css.root} role="status">
      From this device, as of {formatMoment(since)}
    </p>
  );
}
