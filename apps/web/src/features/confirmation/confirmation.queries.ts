import { checkConfirmation, confirmEmail, requestConfirmation } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

/**
 * Changes nothing, since mail programs open links too. Sends the session, because it may belong to the same account.
 */
export const accountOfLink = (token: string) => api.call(checkConfirmation, { body: { token } });

export const confirmByPassword = (token: string, password: string, signal: AbortSignal) =>
  api.call(confirmEmail, { body: { token, password }, signal });

/**
 * With the account's own session this confirms the email; from anyone else it takes the account over
 * (docs/rules.md#confirmation-by-a-press).
 */
export const confirmByLink = (token: string, signal: AbortSignal) =>
  api.call(confirmEmail, { body: { token }, signal });

/** For the member who is signed in. */
export const sendLinkAgain = () => api.call(requestConfirmation, {});
