import { limits } from "@cairn/contract";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Marks the browser that has verified a reset code: no script reads it, no other site sends it (D23). */
const name = "cairn_reset";

export function setResetCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { value, secure }: { value: string; secure: boolean },
): void {
  const facts = [
    `${name}=${value}`,
    `Path=${request.url.startsWith("/api/") ? "/api" : ""}/auth`,
    `Max-Age=${limits.resetCodeMinutes * 60}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(secure ? ["Secure"] : []),
  ];
  reply.header("set-cookie", facts.join("; "));
}

/** null from a browser without it. */
export function readResetCookie(request: FastifyRequest): string | null {
  const cookies = (request.headers.cookie ?? "").split(";").map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  return value && value.length <= 100 ? value : null;
}
