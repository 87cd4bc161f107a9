import { createHmac } from "node:crypto";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { deleteOldPlaces, findPlaces } from "./known-places.repository.ts";
import { type Place, placeDays } from "./place.ts";

/** How an account recognises the origin of a call: by its browser, by its address alone, or not at all. */
export type Acquaintance = "browser" | "address" | null;

/**
 * The places that each account has signed in from. Strangers cannot use up the attempts of such a place, so no one can
 * lock the owner out. Stores only hashes, keyed with the site's secret and different for each account.
 */
export function createKnownPlaces({ db, secret, clock }: { db: Database; secret: string; clock: Clock }) {
  const hash = (email: string, kind: "browser" | "address", value: string) =>
    createHmac("sha256", secret).update(`place\n${kind}\n${email}\n${value}`).digest();
  const hashesOf = (email: string, { address, browser }: Place) => ({
    browser: hash(email, "browser", browser),
    address: hash(email, "address", address),
  });

  return {
    hashAddress: (email: string, { address }: Place): Buffer => hash(email, "address", address),

    /** Does the same work whether or not the account exists. */
    async know(email: string, place: Place): Promise<Acquaintance> {
      const { browser, address } = hashesOf(email, place);
      const known = await findPlaces(db.query, email, [browser, address]);
      if (known.some((one) => one.equals(browser))) return "browser";
      return known.length > 0 ? "address" : null;
    },

    /** What a new session's place is recorded as. */
    recordsOf: (email: string, place: Place): Buffer[] => Object.values(hashesOf(email, place)),

    sweep: () => deleteOldPlaces(db.query, new Date(clock().getTime() - placeDays * 24 * 60 * 60 * 1000)),
  };
}
export type KnownPlaces = ReturnType<typeof createKnownPlaces>;
