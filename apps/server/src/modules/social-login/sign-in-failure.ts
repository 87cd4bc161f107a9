import { signInSentences } from "@cairn/contract";
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { AppError } from "../../lib/app-error.ts";
import { ExternalFailure } from "../../lib/external-failure.ts";
import { SignInRefused } from "./sign-in-refused.ts";

/** The sentence that the login screen shows about a failure. */
export function sentenceFor(error: unknown, provider: string): string {
  if (error instanceof SignInRefused) return signInSentences[error.reason](provider);
  if (error instanceof AppError && error.code === "too_many_requests") return signInSentences.tooMany();
  if (error instanceof AuthorizationResponseError && error.error === "access_denied")
    return signInSentences.denied(provider);
  return signInSentences.failed();
}

/** Facts for the operator's log: enough to fix the settings, and no text from a provider or a browser. */
export function factsOf(error: unknown): Record<string, unknown> {
  if (error instanceof SignInRefused) return { reason: error.reason };
  if (error instanceof AppError) return { reason: error.code };
  const external = [error, error instanceof Error && error.cause].find(
    (found) => found instanceof ExternalFailure,
  );
  if (external) return { reason: external.message };
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return { reason: error.code, answer: knownCode(error.error) };
  if (error instanceof WWWAuthenticateChallengeError) return { reason: error.code };
  if (error instanceof ClientError) return { reason: error.code ?? error.message };
  return { err: error };
}

/** The same for the command line. */
export function problemOf(error: unknown): string {
  const { reason } = factsOf(error);
  if (typeof reason === "string" && reason !== "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") return reason;
  return error instanceof Error ? error.message : String(error);
}

/** OAuth's own error codes consist of lower-case letters and underscores. */
const knownCode = (code: string) => (/^[a-z_]{1,40}$/.test(code) ? code : "another");
