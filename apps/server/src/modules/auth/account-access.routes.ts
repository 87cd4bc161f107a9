import {
  checkConfirmation,
  confirmEmail,
  limits,
  requestConfirmation,
  requestPasswordReset,
  resetPassword,
  verifyResetCode,
} from "@cairn/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import { createMarkCookie } from "../../lib/mark-cookie.ts";
import type { AccountLinkService } from "./account-links.service.ts";
import type { ConfirmationService } from "./confirmation.service.ts";
import type { BrowserMark } from "./place.ts";
import type { ResetService } from "./reset.service.ts";

interface Dependencies {
  resets: ResetService;
  accountLinks: AccountLinkService;
  confirmations: ConfirmationService;
  browserMark: BrowserMark;
  publicUrl: string;
}

const confirmed = "Your email is confirmed.";
const takenOver =
  "Your email is confirmed. We removed the account's password, signed everyone out and emailed you a link to set your own password.";

/** Regains access to an account through its mailbox. */
export function accountAccessRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { resets, accountLinks, confirmations, browserMark, publicUrl } = dependencies;
  // Marks the browser that has verified a code (docs/rules.md#reset-codes). SameSite=Strict, so no other site can make the
  // browser send it.
  const seconds = limits.resetCodeMinutes * 60;
  const cookie = createMarkCookie({ publicUrl, name: "cairn_reset", sameSite: "Strict", seconds });

  mount(app, requestPasswordReset, async (request, reply) => {
    const place = browserMark.placeOf(request);
    await resets.request(request.body.identifier, place);
    browserMark.keep(reply, place);
    return { message: "If this email has an account, we have sent it a code." };
  });
  mount(app, verifyResetCode, async (request, reply) => {
    const { email, code } = request.body;
    reply.header("set-cookie", cookie.write(await resets.verify(email, code, browserMark.placeOf(request))));
    return { message: "The code is correct. Set your new password." };
  });
  mount(app, resetPassword, async (request) => {
    await resets.reset(request.body, cookie.read(request.headers.cookie), browserMark.placeOf(request));
    return { message: "Your password was changed. Please log in." };
  });
  const visitorOf = ({ bearer, clientAddress }: FastifyRequest) => ({ bearer, address: clientAddress });
  mount(app, checkConfirmation, async (request, reply) => {
    reply.header("cache-control", "no-store");
    return confirmations.check(request.body.token, visitorOf(request));
  });
  mount(app, confirmEmail, async (request) => {
    const { token, password } = request.body;
    const isTakeover = await confirmations.confirm(token, password, visitorOf(request));
    return { message: isTakeover ? takenOver : confirmed };
  });
  mount(app, requestConfirmation, async (request) => {
    const isMailed = await accountLinks.requestConfirmation(memberOf(request));
    return { message: isMailed ? "We sent you a link." : "Your email is already confirmed." };
  });
}
