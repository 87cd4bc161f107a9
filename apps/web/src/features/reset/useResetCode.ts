import { storageKeys } from "@cairn/contract";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { removeItem, writeItem } from "../../lib/storage.ts";
import { useSaved } from "./saved.ts";

/** The stored code. A link's token is stored as the code and removed from the address bar immediately. */
export function useResetCode(): string | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const token = new URLSearchParams(search).get("token");
  const saved = useSaved(storageKeys.resetCode);
  // Kept in state, since the token is about to be removed from the address.
  const [brought] = useState(token);

  useEffect(() => {
    if (!token) return;
    writeItem(storageKeys.resetCode, token);
    // The stored e-mail has nothing to do with the link.
    removeItem(storageKeys.resetEmail);
    void navigate(pathname, { replace: true });
  }, [token, pathname, navigate]);

  return brought || saved;
}
