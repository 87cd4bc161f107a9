import {
  confirmEmail,
  limits,
  requestConfirmation,
  requestPasswordReset,
  resetPassword,
  verifyResetCode,
} from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { createMarkCookie } from "../../lib/mark-cookie.ts";
import { memberOf } from "../../plugins/access.ts";
import { mount } from "../../plugins/mount.ts";
import type { AccountLinkService } from "./account-links.service.ts";
import type { ResetService } from "./reset.service.ts";

interface Dependencies {
  resets: ResetService;
  accountLinks: AccountLinkService;
  publicUrl: string;
}

/** Ways back into an account by its mailbox. */
export function accountAccessRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { resets, accountLinks, publicUrl } = dependencies;
  // Marks the browser that has verified a code (D23); no other site sends it.
  const seconds = limits.resetCodeMinutes * 60;
  const cookie = createMarkCookie({ publicUrl, name: "cairn_reset", sameSite: "Strict", seconds });

  mount(app, requestPasswordReset, async (request) => {
    await resets.request(request.body.identifier, request.ip);
    return { message: "If there is an account with this e-mail, a code is on its way." };
  });
  mount(app, verifyResetCode, async (request, reply) => {
    const { email, code } = request.body;
    reply.header("set-cookie", cookie.write(await resets.verify(email, code, request.ip)));
    return { message: "The code is right. Set your new password." };
  });
  mount(app, resetPassword, async (request) => {
    await resets.reset(request.body, cookie.read(request.headers.cookie), request.ip);
    return { message: "Your password was changed. Please log in." };
  });
  mount(app, confirmEmail, async (request) => {
    await accountLinks.confirm(request.body.token, request.ip);
    return { message: "Your e-mail is confirmed." };
  });
  mount(app, requestConfirmation, async (request) => {
    const isMailed = await accountLinks.requestConfirmation(memberOf(request));
    return { message: isMailed ? "We sent you a link." : "Your e-mail is confirmed already." };
  });
}
