import { requestPasswordReset, resetPassword, verifyResetCode } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

/**
 * Sends no session: these calls do not depend on it, and an expired session must not redirect away from these screens.
 */
const nobody = { bearer: "" };

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
