import { screens } from "@cairn/contract";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** What an address of the desk keeps while items open and close: the visit, which begins with a link to the desk. */
export function useDeskState() {
  const { key, state } = useLocation();
  return { ...state, visit: String(state?.visit ?? key) };
}

/** The id of the item that the address asks for (docs/rules.md#navigation-by-role). */
export function useAskedId(): { id: number | undefined; forget: () => void } {
  const [params, setParams] = useSearchParams();
  const state = useDeskState();
  const id = Number(params.get("item"));
  const forget = () => {
    if (!params.has("item")) return;
    params.delete("item");
    setParams(params, { replace: true, state });
  };
  return { id: Number.isSafeInteger(id) && id > 0 ? id : undefined, forget };
}

/**
 * The button beside the message about a decision. The ledger keeps every decision, so nothing takes one back: the item
 * opens again as it is now, for the opposite one.
 */
export function useAgain() {
  const navigate = useNavigate();
  const state = useDeskState();
  return ({ id }: { id: number }) => ({
    label: "View",
    onAction: () => void navigate(`${screens.contentManagement}?item=${id}`, { state }),
  });
}

/**
 * The first value that arrives for an id. Later ones do not replace it: what an admin decides about never changes
 * while it is open (docs/rules.md#decisions-on-the-desk).
 */
export function useFirstValue<Value>(id: number | undefined, value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState<{ id: number; value: Value }>();
  const arrived = id === undefined || value === undefined ? undefined : { id, value };
  const next = first?.id === id ? first : arrived;
  if (next !== first) setFirst(next);
  return next?.value;
}
