import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";

const real: typeof Argon2 = createRequire(import.meta.url)("@node-rs/argon2");

/** What members of tests sign in with, unless their password is what the test is about. */
export const password = "correct horse battery";

let hashed: Promise<string> | undefined;

let isCheap = false;

/** Hashes from now on at the least cost, or at full strength again: for tests in which nobody has a password to lose. */
export function hashAtLeastCost(isWanted: boolean): void {
  isCheap = isWanted;
}

/**
 * Stands in for the library in tests of the server: the password that members share is hashed once a worker, every other
 * one each time. Both at the strength that the product asks for.
 */
export const hash: typeof Argon2.hash = (text, options, ...rest) => {
  if (isCheap) return real.hash(text, { ...options, memoryCost: 8, timeCost: 1, parallelism: 1 }, ...rest);
  if (text !== password) return real.hash(text, options, ...rest);
  hashed ??= real.hash(text, options, ...rest);
  return hashed;
};

export const verify: typeof Argon2.verify = async (stored, text, ...options) =>
  (text === password && stored === (await hashed)) || real.verify(stored, text, ...options);
