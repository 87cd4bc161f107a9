import { randomBytes } from "node:crypto";
import type { Role } from "@cairn/contract";

/** A registered member with a session. */
export interface Member {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** null: not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows what the contract answers
  readonly body: any;
}

interface Options {
  readonly token?: string | undefined;
  /** The idempotency key. */
  readonly key?: string;
  readonly body?: object;
}

/** Makes one call of a running server and reads its whole answer; throws when no answer comes. */
export async function call(
  server: string,
  method: string,
  path: string,
  { token, key, body }: Options = {},
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server}/api${path}`, {
    method,
    headers: {
      accept: "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { "idempotency-key": key }),
      ...(body && !isForm && { "content-type": "application/json" }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  // A proxy without an answer sends an HTML page.
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : null };
}

/** For servers that may be killed meanwhile: null when no whole answer comes. */
export const callOrNull = (...request: Parameters<typeof call>): Promise<Answer | null> =>
  call(...request).catch(() => null);

/** An account that nobody else uses, so that tests can run in parallel and repeatedly. */
export function newAccount(role: Role = "User") {
  const id = randomBytes(6).toString("hex");
  return { name: `Robin ${id}`, email: `robin-${id}@example.com`, password: `stone on stone ${id}`, role };
}

/** Registers a new member. */
export async function join(server: string, role?: Role): Promise<Member> {
  const account = newAccount(role);
  return memberOf(account, await call(server, "POST", "/auth/register", { body: account }));
}

/** For servers that may be killed meanwhile: null when no whole answer comes. */
export async function joinOrNull(server: string, role?: Role): Promise<Member | null> {
  const account = newAccount(role);
  const answer = await callOrNull(server, "POST", "/auth/register", { body: account });
  return answer && memberOf(account, answer);
}

function memberOf({ email, password }: ReturnType<typeof newAccount>, { status, body }: Answer): Member {
  if (status !== 201) throw new Error(`registering was answered ${status}: ${JSON.stringify(body)}`);
  return { id: body.user_id, email, password, token: body.access_token, refreshToken: body.refresh_token };
}
