import type { ServerEvents } from "@cairn/contract";
import type { Bearer } from "../modules/auth/sessions.ts";
import type { LiveServer, LiveSocket } from "./live-server.ts";
import { userRoom } from "./rooms.ts";

/** Something that is told to a room, but for one member. */
export interface Told<Event extends keyof ServerEvents = keyof ServerEvents> {
  readonly room: string;
  readonly except: number | null;
  readonly event: Event;
  readonly about: Parameters<ServerEvents[Event]>;
}

/** One socket of one member. */
export interface Listener {
  readonly socket: LiveSocket;
  readonly bearer: Bearer;
  /** Has sent connect_notification. */
  hasAsked: boolean;
  /** null while the server does not know, or knows no more, what this member may hear. */
  rooms: readonly string[] | null;
  /** When the session ends if nobody uses it any further; null while that is being asked. */
  livesUntil: Date | null;
  /** What was told since the socket connected while it could not hear it. */
  held: Told[];
}

/** The sockets of this process, and what each of them hears. */
export function createListeners(io: LiveServer, mostHeld: number) {
  const all = new Set<Listener>();
  const byUser = new Map<number, Set<Listener>>();
  const silent = new Set<Listener>();

  const hears = ({ rooms, bearer }: Listener, { room, except }: Told) =>
    rooms?.includes(room) === true && bearer.userId !== except;

  /** Once it has asked and may hear, it does: starting with what was told since it connected. */
  function begin(listener: Listener): void {
    const { socket, rooms, hasAsked, held } = listener;
    if (!rooms || !hasAsked) return;
    silent.delete(listener);
    for (const told of held) if (hears(listener, told)) socket.emit(told.event, ...told.about);
    listener.held = [];
    void socket.join([...rooms]);
  }

  return {
    add(socket: LiveSocket, bearer: Bearer): Listener {
      const listener = { socket, bearer, hasAsked: false, rooms: null, livesUntil: null, held: [] };
      all.add(listener);
      silent.add(listener);
      byUser.set(bearer.userId, (byUser.get(bearer.userId) ?? new Set()).add(listener));
      return listener;
    },

    remove(listener: Listener): void {
      all.delete(listener);
      silent.delete(listener);
      const own = byUser.get(listener.bearer.userId);
      own?.delete(listener);
      if (own?.size === 0) byUser.delete(listener.bearer.userId);
    },

    all: (): Listener[] => [...all],
    ofUser: (userId: number): Listener[] => [...(byUser.get(userId) ?? [])],
    ofSession: (id: string): Listener[] => [...all].filter(({ bearer }) => bearer.sessionId === id),
    get count(): number {
      return all.size;
    },

    /** Sockets in the rooms of one kind. */
    countIn: (room: string): number => [...all].filter(({ rooms }) => rooms?.includes(room)).length,

    /** It hears nothing until it is known again what it may hear, and loses nothing of that meanwhile. */
    silence(listener: Listener): void {
      for (const room of listener.rooms ?? []) void listener.socket.leave(room);
      listener.rooms = null;
      silent.add(listener);
    },

    allow(listener: Listener, rooms: readonly string[]): void {
      listener.rooms = rooms;
      begin(listener);
    },

    ask(listener: Listener): void {
      listener.hasAsked = true;
      begin(listener);
    },

    /** Encoded once for the whole room. */
    tell<Event extends keyof ServerEvents>({ room, except, event, about }: Told<Event>): void {
      const audience = except === null ? io.to(room) : io.to(room).except(userRoom(except));
      audience.emit(event, ...about);
      for (const listener of silent) {
        listener.held.push({ room, except, event, about });
        if (listener.held.length > mostHeld) listener.socket.conn.close(true);
      }
    },
  };
}
export type Listeners = ReturnType<typeof createListeners>;
