import { hash, verify } from "@node-rs/argon2";
import { fieldError } from "../../lib/app-error.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** Of the demo accounts. Published: everybody knows it. */
export const demoPassword = "cairn-demo-1";

/** argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice, 8 ms on a small machine. */
const argon2id = 2;
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Stands in for the hash of an account that does not exist, so that both take the same time. */
const dummyHash = hash("no account has this password", options);

export const isDemoPassword = (password: string): boolean => password.normalize("NFC") === demoPassword;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFC"), options);

/** A null `storedHash` (no such account, or one without a password) takes the same time and never matches. */
export async function isRightPassword(storedHash: string | null, password: string): Promise<boolean> {
  const right = await verify(storedHash ?? (await dummyHash), password.normalize("NFC"));
  return right && storedHash !== null;
}

/** @throws AppError naming the field when the password is one of the commonest (docs/rules.md#d40). */
export async function refuseCommonPassword(password: string, field = "password"): Promise<void> {
  if (await isCommonPassword(password)) {
    throw fieldError(field, "This password is too common. Please choose another.");
  }
}
