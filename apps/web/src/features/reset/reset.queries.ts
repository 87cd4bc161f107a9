import { requestPasswordReset, resetPassword, verifyResetCode } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";
import { ApiError } from "../../lib/api/api-error.ts";

/**
 * Sends no session: these calls do not depend on it, and an expired session must not redirect away from these screens.
 */
const nobody = { bearer: null };

export const sendResetCode = (identifier: string, signal: AbortSignal) =>
  api.call(requestPasswordReset, { ...nobody, body: { identifier }, signal });

export const checkResetCode = (email: string, code: string, signal: AbortSignal) =>
  api.call(verifyResetCode, { ...nobody, body: { email, code }, signal });

export interface NewPassword {
  code: string;
  password: string;
  confirmation: string;
}

export const setPassword = ({ code, password, confirmation }: NewPassword, signal: AbortSignal) =>
  api.call(resetPassword, {
    ...nobody,
    body: { code, new_password: password, confirm_password: confirmation },
    signal,
  });

interface Failure {
  text: string;
  /** What the user can do, if the text does not say so. */
  hint?: string;
}

/** The server's message, else the fallback with whatever else is known. */
export function failureOf(
  error: unknown,
  fallback: string,
  wordsOf: (error: ApiError) => string | undefined = ({ said }) => said,
): Failure {
  if (!(error instanceof ApiError)) return { text: fallback };
  const words = wordsOf(error);
  return words === undefined ? { text: fallback, hint: error.message } : { text: words };
}

/** The first message of the error's `identifier` field (docs/rules.md#errors): about the email that was typed. */
export function identifierProblem({ body }: ApiError): string | undefined {
  const error = fieldOf(body, "error");
  const said = fieldOf(error, "identifier");
  const first: unknown = Array.isArray(said) ? said[0] : said;
  return typeof first === "string" && first !== "" ? first : undefined;
}

const fieldOf = (holder: unknown, name: string): unknown =>
  typeof holder === "object" && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;
