import { storageKeys } from "@cairn/contract";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { removeItem, writeItem } from "../../lib/storage.ts";
import { useSaved } from "./saved.ts";

/** The saved code; a link's token becomes it, and leaves the address bar at once. */
export function useResetCode(): string | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const token = new URLSearchParams(search).get("token");
  const saved = useSaved(storageKeys.resetCode);
  // The address loses it a moment later.
  const [brought] = useState(token);

  useEffect(() => {
    if (!token) return;
    writeItem(storageKeys.resetCode, token);
    // Whose address this was has nothing to do with the link.
    removeItem(storageKeys.resetEmail);
    void navigate(pathname, { replace: true });
  }, [token, pathname, navigate]);

  return brought || saved;
}
