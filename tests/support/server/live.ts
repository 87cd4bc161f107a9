import type { AddressInfo } from "node:net";
import {
  type ClientEvents,
  type LineClientEvents,
  type LineServerEvents,
  lineNamespace,
  type ServerEvents,
  socketPath,
  type WatchedItem,
} from "@cairn/contract";
import { sql } from "drizzle-orm";
import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import type { TestApp } from "./app.ts";

export type Ear = Socket<ServerEvents, ClientEvents>;
/** A browser's live line. */
export type Line = Socket<LineServerEvents, LineClientEvents>;
type EarOptions = Partial<ManagerOptions & SocketOptions>;
type Told<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>[0];

export interface LiveSite {
  readonly address: string;
  /** A client that does not come back by itself unless it is told to. */
  open(auth: object, options?: EarOptions): Ear;
  /** One that has connected, and asks to be told as the site's own does. */
  join(token: string, options?: EarOptions): Promise<Ear>;
  /** The live line of a browser; `of`: on the same connection as this one. */
  line(token: string, of?: Ear): Line;
  /** Disconnects all of them. */
  hangUp(): void;
}

/** Lets an app listen on this machine, for real sockets. */
export async function goLive(app: TestApp): Promise<LiveSite> {
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const address = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  const opened = new Set<{ disconnect(): unknown }>();

  function open(auth: object, options: EarOptions = {}): Ear {
    const ear: Ear = io(address, {
      path: socketPath,
      auth: auth as Record<string, unknown>,
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
      ...options,
    });
    opened.add(ear);
    return ear;
  }

  return {
    address,
    open,
    async join(token, options) {
      const ear = open({ token }, options);
      ear.on("connect", () => ear.emit("connect_notification", token));
      await connected(ear);
      // What is told before it has asked is held until then: this shows that the server has heard it ask.
      const told = heard(ear, "unread_changed");
      const [, claims = ""] = token.split(".");
      const { sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { sub: string };
      await app.db.query.execute(sql`select pg_notify('notifications_read', ${sub})`);
      await told;
      return ear;
    },
    line(token, of) {
      const options = { path: socketPath, transports: ["websocket"], reconnection: false, auth: { token } };
      const line: Line = of
        ? of.io.socket(lineNamespace, { auth: { token } })
        : io(address + lineNamespace, { ...options, forceNew: true });
      opened.add(line);
      return line;
    },
    hangUp() {
      for (const ear of opened) ear.disconnect();
      opened.clear();
    },
  };
}

/** Resolves with the public ones of the items, once the server sends their changes. */
export const watching = (line: Line, ids: number[]): Promise<WatchedItem[]> =>
  new Promise((resolve) => {
    line.emit("watch", ids, resolve);
  });

/** Rejects with what the server answers when it refuses. */
export const connected = (ear: Ear | Line): Promise<void> =>
  new Promise((resolve, reject) => {
    if (ear.connected) return resolve();
    // What both kinds have in common.
    const socket = ear as Ear;
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });

/** Resolves with the reason. */
export const disconnected = (ear: Ear | Line): Promise<string> =>
  new Promise((resolve) => {
    (ear as Ear).once("disconnect", resolve);
  });

/** The next `count` events of this kind, in the order in which they come. */
export const heard = <Event extends keyof ServerEvents>(
  ear: Ear,
  event: Event,
  count = 1,
): Promise<Told<Event>[]> =>
  new Promise((resolve) => {
    const told: Told<Event>[] = [];
    const hear = (about: Told<Event>) => {
      told.push(about);
      if (told.length < count) return;
      ear.off(event, hear as never);
      resolve(told);
    };
    ear.on(event, hear as never);
  });

/** A connection without a client: the packets of Socket.IO by hand, over long polling. */
export async function pollByHand(address: string, headers: Record<string, string> = {}) {
  const path = `${address}${socketPath}/?EIO=4&transport=polling`;
  const opening = await fetch(path, { headers });
  const answer = await opening.text();
  const sid = opening.ok ? (JSON.parse(answer.slice(1)) as { sid: string }).sid : "";
  const own = `${path}&sid=${sid}`;
  return {
    status: opening.status,
    answer,
    async send(...packets: string[]): Promise<number> {
      const sent = await fetch(own, { method: "POST", body: packets.join("\x1e") });
      await sent.text();
      return sent.status;
    },
    /** Waits for what the server has to say. */
    async poll(): Promise<{ status: number; text: string }> {
      const polled = await fetch(own);
      return { status: polled.status, text: await polled.text() };
    },
  };
}
