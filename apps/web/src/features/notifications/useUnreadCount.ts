import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useIsSignedIn } from "../../lib/session/useSession.ts";
import { unreadQuery } from "./notifications.queries.ts";

/**
 * For the navigation: updated on each route change and when the window regains focus, and live where a screen
 * subscribes.
 */
export function useUnreadCount({ enabled = true } = {}): number {
  const { pathname } = useLocation();
  const isCounting = useIsSignedIn() && enabled;
  const { data, refetch } = useQuery({ ...unreadQuery, enabled: isCounting });
  const counted = useRef(pathname);

  useEffect(() => {
    if (!isCounting || counted.current === pathname) return;
    counted.current = pathname;
    void refetch({ cancelRefetch: false });
  }, [pathname, isCounting, refetch]);

  return data?.unread ?? 0;
}
