import type { ServerEvents } from "@cairn/contract";
import type { Bearer } from "../plugins/bearer.ts";
import type { LiveServer, LiveSocket } from "./live-server.ts";
import { userRoom } from "./rooms.ts";

/** An event for everyone in a room except one member. */
export interface RoomEvent<Event extends keyof ServerEvents = keyof ServerEvents> {
  readonly room: string;
  readonly except: number | null;
  readonly event: Event;
  readonly about: Parameters<ServerEvents[Event]>;
}

/** One socket of one member. */
export interface Listener {
  readonly socket: LiveSocket;
  readonly bearer: Bearer;
  /** Whether the client has sent connect_notification. */
  hasSubscribed: boolean;
  /** null while the server does not know, or no longer knows, what this member may receive. */
  rooms: readonly string[] | null;
  /** When the session ends if it is not used again; null while that is being looked up. */
  livesUntil: Date | null;
  /** Events sent since the socket connected that it could not receive yet. */
  held: RoomEvent[];
}

/** The sockets of this process, and which events each of them receives. */
export function createListeners(io: LiveServer, mostHeld: number) {
  const all = new Set<Listener>();
  const byUser = new Map<number, Set<Listener>>();
  const silent = new Set<Listener>();

  const receives = ({ rooms, bearer }: Listener, { room, except }: RoomEvent) =>
    rooms?.includes(room) === true && bearer.userId !== except;

  /** Starts delivery once the client has subscribed and its rooms are known, beginning with the held events. */
  function begin(listener: Listener): void {
    const { socket, rooms, hasSubscribed, held } = listener;
    if (!rooms || !hasSubscribed) return;
    silent.delete(listener);
    for (const heldEvent of held)
      if (receives(listener, heldEvent)) socket.emit(heldEvent.event, ...heldEvent.about);
    listener.held = [];
    void socket.join([...rooms]);
  }

  return {
    add(socket: LiveSocket, bearer: Bearer): Listener {
      const listener = { socket, bearer, hasSubscribed: false, rooms: null, livesUntil: null, held: [] };
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

    /** Pauses delivery while the member's rooms are read again; events that arrive in that time are held. */
    silence(listener: Listener): void {
      for (const room of listener.rooms ?? []) void listener.socket.leave(room);
      listener.rooms = null;
      silent.add(listener);
    },

    allow(listener: Listener, rooms: readonly string[]): void {
      listener.rooms = rooms;
      begin(listener);
    },

    subscribe(listener: Listener): void {
      listener.hasSubscribed = true;
      begin(listener);
    },

    /** Sends an event to a room; it is encoded once for all its sockets. */
    publish<Event extends keyof ServerEvents>({ room, except, event, about }: RoomEvent<Event>): void {
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
