import { readSession } from "../../../lib/session/session.ts";
import type { AdminSource } from "../admin-source.ts";
import { createSampleSource } from "./sample-source.ts";

let owner: string | null = null;
let sample: AdminSource | undefined;

/** One sample for all admin screens of a session: the next person at a shared computer finds it fresh (D41). */
export function currentSample(): AdminSource {
  const now = readSession().refreshToken;
  if (!sample || now !== owner) {
    owner = now;
    sample = createSampleSource();
  }
  return sample;
}
