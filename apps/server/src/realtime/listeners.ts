import { setImmediate as otherWork } from "node:timers/promises";
import type { SignedIn } from "../calls/bearer.ts";
import type { LiveEvents, LiveNamespace, LiveSocket } from "./live-server.ts";
import { userOfRoom } from "./rooms.ts";

/** An event for everyone in a room except one member. */
export interface RoomEvent<Event extends keyof LiveEvents = keyof LiveEvents> {
  readonly room: string;
  readonly except: number | null;
  readonly event: Event;
  readonly about: Parameters<LiveEvents[Event]>;
}

/** One socket of one member. */
export interface Listener {
  readonly socket: LiveSocket;
  readonly bearer: SignedIn;
  /** Whether the client may be sent events: on the specification's namespace once it sent connect_notification. */
  hasSubscribed: boolean;
  /** Ids of the items that are open in this browser, as far as it says; only on the live line. */
  watched: readonly number[];
  /** null while the server does not know, or no longer knows, what this member may receive. */
  rooms: readonly string[] | null;
  /** When the session ends if it is not used again; null while that is being looked up. */
  livesUntil: Date | null;
  /** Events sent since the socket connected that it could not receive yet. */
  held: RoomEvent[];
}

/** Sockets that an event is written to before other work gets its turn: about 5 ms. */
const slice = 250;

/** The sockets of one namespace in this process, and which events each of them receives. */
export function createListeners(namespace: LiveNamespace, maxHeld: number) {
  const all = new Set<Listener>();
  const byRoom = new Map<string, Set<Listener>>();
  const byUser = new Map<number, Set<Listener>>();
  const bySession = new Map<string, Set<Listener>>();
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
  }

  /** Those whom an event in this room may concern: the rooms of the silent ones are not known. */
  const candidates = ({ room }: RoomEvent): Listener[] => {
    const userId = userOfRoom(room);
    if (userId !== null) return [...(byUser.get(userId) ?? [])];
    return [...new Set([...(byRoom.get(room) ?? []), ...silent])];
  };

  function setRooms(listener: Listener, rooms: readonly string[] | null): void {
    for (const room of listener.rooms ?? []) removeFrom(byRoom, room, listener);
    for (const room of rooms ?? []) addTo(byRoom, room, listener);
    listener.rooms = rooms;
  }

  /** Writes the event to those of these sockets that receive it; it is encoded once for all of them. */
  function send(listeners: readonly Listener[], roomEvent: RoomEvent): void {
    const receiving: string[] = [];
    for (const listener of listeners) {
      if (!all.has(listener)) continue;
      if (silent.has(listener)) hold(listener, roomEvent);
      else if (receives(listener, roomEvent)) receiving.push(listener.socket.id);
    }
    if (receiving.length > 0) namespace.to(receiving).emit(roomEvent.event, ...roomEvent.about);
  }

  function hold(listener: Listener, roomEvent: RoomEvent): void {
    listener.held.push(roomEvent);
    if (listener.held.length > maxHeld) listener.socket.conn.close(true);
  }

  return {
    add(socket: LiveSocket, bearer: SignedIn): Listener {
      const listener: Listener = {
        socket,
        bearer,
        hasSubscribed: false,
        watched: [],
        rooms: null,
        livesUntil: null,
        held: [],
      };
      all.add(listener);
      silent.add(listener);
      addTo(byUser, bearer.userId, listener);
      addTo(bySession, bearer.sessionId, listener);
      return listener;
    },

    remove(listener: Listener): void {
      all.delete(listener);
      silent.delete(listener);
      setRooms(listener, null);
      removeFrom(byUser, listener.bearer.userId, listener);
      removeFrom(bySession, listener.bearer.sessionId, listener);
    },

    all: (): Listener[] => [...all],
    ofUser: (userId: number): Listener[] => [...(byUser.get(userId) ?? [])],
    ofSession: (id: string): Listener[] => [...(bySession.get(id) ?? [])],
    inRoom: (room: string): Listener[] => [...(byRoom.get(room) ?? [])],
    get count(): number {
      return all.size;
    },

    countIn: (room: string): number => byRoom.get(room)?.size ?? 0,

    /** Pauses delivery while the member's rooms are read again; events that arrive in that time are held. */
    silence(listener: Listener): void {
      setRooms(listener, null);
      if (all.has(listener)) silent.add(listener);
    },

    allow(listener: Listener, rooms: readonly string[]): void {
      // Removed while its rooms were read.
      if (!all.has(listener)) return;
      setRooms(listener, rooms);
      begin(listener);
    },

    subscribe(listener: Listener): void {
      listener.hasSubscribed = true;
      begin(listener);
    },

    /**
     * Sends an event to a room. Many sockets are written to in slices, with other work between them; resolves when the
     * last one is written to. Await it before the next event, so that events keep their order.
     */
    async publish<Event extends keyof LiveEvents>(roomEvent: RoomEvent<Event>): Promise<void> {
      const concerned = candidates(roomEvent);
      for (let from = 0; from < concerned.length; from += slice) {
        if (from > 0) await otherWork();
        send(concerned.slice(from, from + slice), roomEvent);
      }
    },
  };
}
export type Listeners = ReturnType<typeof createListeners>;

function addTo<Key>(index: Map<Key, Set<Listener>>, key: Key, listener: Listener): void {
  index.set(key, (index.get(key) ?? new Set()).add(listener));
}

function removeFrom<Key>(index: Map<Key, Set<Listener>>, key: Key, listener: Listener): void {
  const known = index.get(key);
  known?.delete(listener);
  if (known?.size === 0) index.delete(key);
}
