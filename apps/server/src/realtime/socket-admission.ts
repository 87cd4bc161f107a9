import type { FastifyBaseLogger } from "fastify";
import { DatabaseUnavailable } from "../db/errors.ts";
import { AppError, ensure } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Tally } from "../lib/tally.ts";
import { asWork, workOfMember } from "../lib/work.ts";
import type { Sessions } from "../modules/auth/sessions.ts";
import type { User, UserService } from "../modules/users/users.service.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import type { ConnectionGuard } from "./connections.ts";
import type { Listener, Listeners } from "./listeners.ts";
import type { LiveLimits } from "./live-limits.ts";
import type { Connection, LiveNamespace, LiveSocket } from "./live-server.ts";

interface Dependencies {
  namespace: LiveNamespace;
  listeners: Listeners;
  guard: ConnectionGuard;
  limits: LiveLimits;
  counts: Pick<RateLimits, "take">;
  sessions: Sessions;
  users: UserService;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Counts why sockets were not admitted. */
  refused: Tally;
  /** The rooms whose events the member may receive on this socket. */
  roomsOf(user: User, listener: Listener): Promise<string[]> | string[];
  /** Takes the client's messages once the socket is admitted. */
  serve(listener: Listener, door: Door): void;
}

/** What a message of the client may lead to. */
export interface Door {
  /** The client may be sent events from now on. */
  subscribe(listener: Listener): void;
  /** Reads again what the member may receive. */
  refreshAccess(listener: Listener): Promise<void>;
  /** Ends the connection permanently. */
  cut(listener: Listener): void;
  breakOff(socket: LiveSocket, error: unknown): void;
}

/**
 * Which member a socket of this namespace belongs to and what it may receive, from the handshake to the end of its
 * session.
 */
export function admitMembers(dependencies: Dependencies) {
  const { namespace, listeners, guard, limits, counts, sessions, users, clock, log, refused } = dependencies;
  const taken = new WeakSet<Connection>();
  const listenerOf = new WeakMap<LiveSocket, Listener>();
  const lastQuestion = new WeakMap<Listener, object>();

  /** Reads what this member may receive. @throws AppError session_ended if account or session is no longer active. */
  const place = (listener: Listener): Promise<void> =>
    asWork(workOfMember(listener.bearer.userId), () => readPlace(listener));

  async function readPlace(listener: Listener): Promise<void> {
    const question = {};
    lastQuestion.set(listener, question);
    listeners.silence(listener);
    listener.livesUntil = null;
    const { userId, sessionId } = listener.bearer;
    const [user, livesUntil] = await Promise.all([users.find(userId), sessions.livesUntil(sessionId)]);
    ensure(user?.active && livesUntil && livesUntil > clock(), "session_ended");
    const rooms = await dependencies.roomsOf(user, listener);
    // A newer question has been asked because something changed: only its answer counts.
    if (lastQuestion.get(listener) !== question) return;
    listener.livesUntil = livesUntil;
    listeners.allow(listener, rooms);
  }

  async function admit(socket: LiveSocket): Promise<void> {
    const { conn } = socket;
    ensure(!taken.has(conn), "too_many_requests");
    taken.add(conn);
    const { token } = socket.handshake.auth as { token?: unknown };
    ensure(typeof token === "string" && token !== "", "sign_in_required");
    const bearer = await sessions.bearerOf(token);
    ensure(bearer, "session_ended");
    await counts.take("connectByUser", String(bearer.userId));
    ensure(conn.readyState === "open", "session_ended");
    ensure(listeners.ofUser(bearer.userId).length < limits.perMember, "too_many_requests");
    const listener = listeners.add(socket, bearer);
    listenerOf.set(socket, listener);
    conn.once("close", () => listeners.remove(listener));
    // The client may close this socket and keep another namespace on the connection.
    socket.once("disconnect", () => {
      listeners.remove(listener);
      taken.delete(conn);
    });
    await place(listener);
  }

  namespace.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (error: unknown) => {
        const listener = listenerOf.get(socket);
        if (listener) listeners.remove(listener);
        // Any other error is not the member's fault: clients retry a broken connection, but not a refused one.
        if (error instanceof AppError) {
          refused.add(error.code);
          log.info({ code: error.code }, "socket refused");
        } else breakOff(socket, error);
        next(refusal(error));
      },
    );
  });

  namespace.on("connection", (socket) => {
    const listener = listenerOf.get(socket);
    if (listener) dependencies.serve(listener, { subscribe, refreshAccess, cut, breakOff });
  });

  function subscribe(listener: Listener): void {
    guard.settle(listener.socket.conn);
    listeners.subscribe(listener);
  }

  function breakOff(socket: LiveSocket, error: unknown): void {
    if (!(error instanceof DatabaseUnavailable)) log.error({ err: error }, "socket failed");
    socket.conn.close();
  }

  /**
   * Ends the connection permanently: the client learns that the server closed it on purpose and does not reconnect by
   * itself.
   */
  function cut(listener: Listener): void {
    const { socket } = listener;
    listeners.remove(listener);
    if (socket.connected) socket.disconnect(true);
    else socket.conn.close();
  }

  async function refreshAccess(listener: Listener): Promise<void> {
    try {
      await place(listener);
    } catch (error) {
      if (error instanceof AppError) cut(listener);
      else breakOff(listener.socket, error);
    }
  }

  // A refresh may have moved the end of the session, so look it up before cutting any socket.
  const ends = setInterval(() => {
    const now = clock();
    for (const listener of listeners.all()) {
      if (listener.livesUntil && listener.livesUntil <= now) void refreshAccess(listener);
    }
  }, limits.endsEvery).unref();

  return {
    endSession: (sessionId: string): void => listeners.ofSession(sessionId).forEach(cut),
    /** Role, grant or activity have changed. */
    placeUser: (userId: number): void => listeners.ofUser(userId).forEach(refreshAccess),
    /** Readers may no longer be allowed to see this room's item. */
    placeRoom: (room: string): void => listeners.inRoom(room).forEach(refreshAccess),
    stop: (): void => clearInterval(ends),
  };
}
export type Admission = ReturnType<typeof admitMembers>;

/** What the client finds in `connect_error`: the sentence as its message, and the code in `data`. */
function refusal(error: unknown): Error {
  const { code, message } = error instanceof AppError ? error : new AppError("unavailable");
  return Object.assign(new Error(message), { data: { code } });
}
