import { hash, verify } from "@node-rs/argon2";
import { fieldError } from "../../lib/app-error.ts";
import { queueOfMembers } from "../../lib/fair-queue.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** Password of the demo accounts. It is published, so everybody knows it. */
export const demoPassword = "cairn-demo-1";

/** argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice, 8 ms on a small machine. */
const argon2id = 2;
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * By sender (docs/rules.md#fair-shares). Two of the four threads that also read files, so that no one's sign-ins hold those up.
 */
const queue = queueOfMembers({ capacity: 2, maxWaitingOfSender: 200, maxWaiting: 2_000, maxWaitMs: 8_000 });
const inTurn = <Result>(work: () => Promise<Result>) => queue.take({ kind: "password" }, work);

/** Stands in for the hash of an account that does not exist, so that both take the same time. */
const dummyHash = hash("no account has this password", options);

export const isDemoPassword = (password: string): boolean => password.normalize("NFC") === demoPassword;

/** @throws AppError too_many_requests, unavailable if too much waits. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize("NFC"), options));

/**
 * A null `storedHash` (no such account, or one without a password) takes the same time and never matches.
 * @throws AppError too_many_requests, unavailable if too much waits.
 */
export async function isRightPassword(storedHash: string | null, password: string): Promise<boolean> {
  const known = storedHash ?? (await dummyHash);
  const right = await inTurn(() => verify(known, password.normalize("NFC")));
  return right && storedHash !== null;
}

/** @throws AppError naming the field when the password is one of the commonest (docs/rules.md#passwords). */
export async function refuseCommonPassword(password: string, field = "password"): Promise<void> {
  if (await isCommonPassword(password)) {
    throw fieldError(field, "This password is too common. Please choose another.");
  }
}
