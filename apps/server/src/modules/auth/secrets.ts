import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import { limits } from "@cairn/contract";

/** 32 symbols; 0, 1, I and O look like one another. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

export const newResetCode = (): string =>
  Array.from({ length: limits.resetCodeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("");

/** A code as it was made from what somebody typed or pasted (D39). */
export const readResetCode = (typed: string): string => typed.replaceAll(/\s/g, "").toUpperCase();

/** 30 bits are guessed from a plain hash in seconds: without the secret this one tells nothing. */
export const createResetCodeHash =
  (secret: string) =>
  (code: string): Buffer =>
    createHmac("sha256", secret).update(`reset code ${code}`).digest();

/** What nobody guesses: 256 random bits, for links and cookies. */
export const newToken = (): string => randomBytes(32).toString("base64url");
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
