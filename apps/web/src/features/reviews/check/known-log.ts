import { fromJson, isObject, readItem, removeItem, writeItem } from "../../../lib/storage.ts";
import { evidenceKey } from "./evidence-key.ts";

/** A signed checkpoint as this device was shown it: at most 16,384 characters of note. */
export interface Visit {
  /** The log's verifier key line then. */
  readonly key: string;
  readonly note: string;
  /** ISO instant. */
  readonly at: string;
}

/** Two checkpoints that one log cannot both have, kept until the reader dismisses them. */
export interface Evidence {
  readonly why: string;
  readonly before: Visit;
  readonly now: Visit;
}

/** The newest checkpoint that this device was shown; one, whatever is checked. */
const visitKey = "log_seen";

const isVisit = (value: unknown): value is Visit =>
  isObject(value) && ["key", "note", "at"].every((name) => typeof value[name] === "string");

export function lastVisit(): Visit | null {
  const kept = fromJson(readItem(visitKey));
  return isVisit(kept) ? kept : null;
}

export const keepVisit = (visit: Visit) => writeItem(visitKey, JSON.stringify(visit));

export function keptEvidence(): Evidence | null {
  const kept = fromJson(readItem(evidenceKey));
  return isObject(kept) && typeof kept.why === "string" && isVisit(kept.before) && isVisit(kept.now)
    ? { why: kept.why, before: kept.before, now: kept.now }
    : null;
}

/** The first evidence stays: later contradictions follow from it. */
export function keepEvidence(evidence: Evidence): Evidence {
  const first = keptEvidence();
  if (first) return first;
  writeItem(evidenceKey, JSON.stringify(evidence));
  return evidence;
}

/** From now on the log is compared with what it is now. */
export function dismissEvidence({ now }: Evidence) {
  keepVisit(now);
  removeItem(evidenceKey);
}
