import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import { limits } from "@cairn/contract";

/** 32 symbols; 0, 1, I and O look like one another. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

export const newResetCode = (): string =>
  Array.from({ length: limits.resetCodeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("");

/** Normalises a typed or pasted code to the form in which it was created (docs/rules.md#input-of-a-reset-code). */
export const readResetCode = (typed: string): string => typed.replaceAll(/\s/g, "").toUpperCase();

/** A plain hash of 30 bits can be guessed in seconds; this one reveals nothing without the secret. */
export const createResetCodeHash =
  (secret: string) =>
  (code: string): Buffer =>
    createHmac("sha256", secret).update(`reset code ${code}`).digest();

/** An unguessable token of 256 random bits, for links and cookies. */
export const newToken = (): string => randomBytes(32).toString("base64url");
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A keyed hash that lets the log tell accounts apart without naming them. */
export const createLogHash =
  (secret: string) =>
  (email: string): string =>
    createHmac("sha256", secret).update(`log\n${email}`).digest("base64url").slice(0, 22);
