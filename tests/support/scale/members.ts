import { expect } from "@playwright/test";
import { io, type Socket } from "socket.io-client";
import { call, join, type Member } from "../call.ts";
import { ask } from "./databases.ts";

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

/** Prepares a load: a published item, its writer and admin, and members who comment on it. */
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

/** A member's subscribed socket, and the events that it receives. */
export async function listen(server: string, { token }: Member) {
  const socket: Socket = io(server, { auth: { token }, transports: ["websocket"], forceNew: true });
  const heard: { id: number; message: string }[] = [];
  socket.on("new_notification", (notification) => heard.push(notification));
  // On every connect, since it may have to reconnect.
  socket.on("connect", () => socket.emit("connect_notification", token));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return { socket, heard };
}
