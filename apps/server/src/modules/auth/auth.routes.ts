import { getMe, login, logout, refresh, register } from "@cairn/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../lib/app-error.ts";
import { bearerToken, memberOf } from "../../plugins/access.ts";
import { mount } from "../../plugins/mount.ts";
import type { AuthService } from "./auth.service.ts";

export function authRoutes(app: FastifyInstance, auth: AuthService): void {
  mount(app, register, async (request, reply) => {
    const session = await auth.register(request.body, request.ip, userAgentOf(request));
    reply.code(201);
    return session;
  });
  mount(app, login, (request) => auth.login(request.body, request.ip, userAgentOf(request)));
  mount(app, getMe, (request) => auth.me(memberOf(request)));
  mount(app, refresh, (request) => auth.refresh(refreshTokenOf(request)));
  mount(app, logout, async (request) => {
    await auth.logout(refreshTokenOf(request));
    return { message: "Logged out" as const };
  });
}

function refreshTokenOf(request: FastifyRequest): string {
  const token = bearerToken(request);
  if (token === null) throw new AppError("sign_in_required");
  return token;
}

const userAgentOf = ({ headers }: FastifyRequest): string | null => headers["user-agent"] ?? null;
