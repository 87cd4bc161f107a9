import { messages } from "@cairn/contract";
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { AppError } from "../../lib/app-error.ts";
import { OutsideFailure } from "../../lib/outside-failure.ts";
import { SignInRefused, sentenceOf } from "./sign-in-refused.ts";

/** What the login screen says about a failure. */
export function sentenceFor(error: unknown, provider: string): string {
  if (error instanceof SignInRefused) return sentenceOf(error.reason, provider);
  if (error instanceof AppError && error.code === "too_many_requests") return error.message;
  if (error instanceof AuthorizationResponseError && error.error === "access_denied")
    return sentenceOf("denied", provider);
  return messages.oauthFailed;
}

/** What the operator's log says: enough to mend the settings, and nothing that a provider or a browser worded. */
export function factsOf(error: unknown): Record<string, unknown> {
  if (error instanceof SignInRefused) return { reason: error.reason };
  if (error instanceof AppError) return { reason: error.code };
  const outside = [error, error instanceof Error && error.cause].find(
    (found) => found instanceof OutsideFailure,
  );
  if (outside) return { reason: outside.message };
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return { reason: error.code, answer: knownCode(error.error) };
  if (error instanceof WWWAuthenticateChallengeError) return { reason: error.code };
  if (error instanceof ClientError) return { reason: error.code ?? error.message };
  return { err: error };
}

/** OAuth's own error codes are one word of small letters. */
const knownCode = (code: string) => (/^[a-z_]{1,40}$/.test(code) ? code : "another");
