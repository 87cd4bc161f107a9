import { limits } from "@cairn/contract";
import { readSession } from "../../../lib/session/session.ts";
import { fromJson, isObject, readItem, writeItem } from "../../../lib/storage.ts";

const storageKey = "deskReasons";
const most = 5;

/** The reasons that this admin last gave on this device, newest first. Another admin's are never offered. */
export function lastReasons(): string[] {
  const kept = fromJson(readItem(storageKey));
  if (!isObject(kept) || kept.owner !== readSession().userId || !Array.isArray(kept.reasons)) return [];
  return kept.reasons.filter((reason) => typeof reason === "string" && reason.length <= limits.reasonLength);
}

export function keepReason(reason: string): void {
  const others = lastReasons().filter((known) => known !== reason);
  const reasons = [reason, ...others].slice(0, most);
  writeItem(storageKey, JSON.stringify({ owner: readSession().userId, reasons }));
}
