import { expect } from "@playwright/test";
import { io, type Socket } from "socket.io-client";
import { newAccount } from "../../support/accounts.ts";
import { ask } from "./databases.ts";

type Role = Parameters<typeof newAccount>[0];

export interface Member {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
}

interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One call; its answer is read to the end. */
export async function call(
  server: string,
  method: string,
  path: string,
  { token, body, headers }: CallOptions = {},
) {
  const answer = await fetch(`${server}/api${path}`, {
    method,
    headers: {
      accept: "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  // A proxy that has no answer says so in HTML.
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : null };
}

export async function join(server: string, role: Role = "User"): Promise<Member> {
  const account = newAccount(role);
  const { status, body } = await call(server, "POST", "/auth/register", { body: account });
  expect(status, JSON.stringify(body)).toBe(201);
  return {
    id: body.user_id,
    email: account.email,
    token: body.access_token,
    refreshToken: body.refresh_token,
  };
}

/** An admin whom the operator has verified. */
export async function joinAsAdmin(server: string, databaseUrl: string): Promise<Member> {
  const member = await join(server, "Admin");
  await ask(databaseUrl, "update users set verified_at = now() where id = $1", [member.id]);
  return member;
}

/** Sends an item to the reviewers. */
export async function sendItem(server: string, { token }: Member, title: string): Promise<number> {
  const { status, body } = await call(server, "POST", "/content", {
    token,
    body: { title, body: "Some words.", category: "Data Science" },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

export async function approve(server: string, { token }: Member, id: number): Promise<void> {
  const { status, body } = await call(server, "POST", `/admin/content/${id}/approve`, {
    token,
    body: { revision: 1 },
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** What a load needs: an item that everybody may read, and members who comment on it; who wrote and approved it. */
export async function joinAround(server: string, databaseUrl: string, count = 6) {
  const [writer, admin] = [await join(server, "TechWriter"), await joinAsAdmin(server, databaseUrl)];
  const itemId = await sendItem(server, writer, "Read meanwhile");
  await approve(server, admin, itemId);
  return {
    writer,
    admin,
    itemId,
    members: await Promise.all(Array.from({ length: count }, () => join(server))),
  };
}

/** A socket of a member's that has asked to be told, and what it hears. */
export async function listen(server: string, { token }: Member) {
  const socket: Socket = io(server, { auth: { token }, transports: ["websocket"], forceNew: true });
  const heard: { id: number; message: string }[] = [];
  socket.on("new_notification", (notification) => heard.push(notification));
  // Whenever it connects: it may have to come back.
  socket.on("connect", () => socket.emit("connect_notification", token));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return { socket, heard };
}
