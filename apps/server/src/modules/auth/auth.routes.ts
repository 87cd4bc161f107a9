import { getMe, login, logout, refresh, register } from "@cairn/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerToken, memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import { isFromThisMachine } from "../../lib/loopback.ts";
import type { SocialLoginService } from "../social-login/social-login.service.ts";
import type { AuthService } from "./auth.service.ts";
import { isDemoPassword } from "./passwords.ts";
import type { BrowserMark } from "./place.ts";

interface Dependencies {
  auth: AuthService;
  browserMark: BrowserMark;
  social: Pick<SocialLoginService, "signOutPage">;
}

const demoIsLocal =
  "The password of the demo accounts works only on the machine that runs this site, at localhost and not through a proxy.";

export function authRoutes(app: FastifyInstance, { auth, browserMark, social }: Dependencies): void {
  mount(app, register, async (request, reply) => {
    const place = browserMark.placeOf(request);
    const session = await auth.register(request.body, place, userAgentOf(request));
    browserMark.keep(reply, place);
    reply.code("status" in session ? 202 : 201);
    return session;
  });
  mount(app, login, async (request, reply) => {
    const isHere = !isDemoPassword(request.body.password) || isFromThisMachine(request.raw);
    ensure(isHere, "not_allowed", { sentence: demoIsLocal });
    const place = browserMark.placeOf(request);
    const session = await auth.login(request.body, place, userAgentOf(request));
    browserMark.keep(reply, place);
    return session;
  });
  mount(app, getMe, (request) => auth.me(memberOf(request)));
  mount(app, refresh, (request) => auth.refresh(refreshTokenOf(request), browserMark.placeOf(request)));
  mount(app, logout, async (request) => {
    const provider = await auth.logout(refreshTokenOf(request), browserMark.placeOf(request));
    const page = provider === null ? null : await social.signOutPage(provider);
    return { message: "Logged out" as const, ...(page && { sign_out_url: page.href }) };
  });
}

function refreshTokenOf(request: FastifyRequest): string {
  const token = bearerToken(request);
  if (token === null) throw new AppError("sign_in_required");
  return token;
}

const userAgentOf = ({ headers }: FastifyRequest): string | null => headers["user-agent"] ?? null;
