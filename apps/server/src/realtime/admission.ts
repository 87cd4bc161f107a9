import type { FastifyBaseLogger } from "fastify";
import { DatabaseUnavailable } from "../db/errors.ts";
import { AppError, ensure } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Tally } from "../lib/tally.ts";
import type { Sessions } from "../modules/auth/sessions.ts";
import type { UserService } from "../modules/users/users.service.ts";
import type { ConnectionGuard } from "./connections.ts";
import type { Listener, Listeners } from "./listeners.ts";
import type { LiveLimits } from "./live-limits.ts";
import type { Connection, LiveServer, LiveSocket } from "./live-server.ts";
import { roomsOf } from "./rooms.ts";

interface Dependencies {
  io: LiveServer;
  listeners: Listeners;
  guard: ConnectionGuard;
  limits: LiveLimits;
  sessions: Sessions;
  users: UserService;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Counts why sockets were not admitted. */
  refused: Tally;
}

/** Which member a socket belongs to and what it may receive, from the handshake to the end of its session. */
export function admitMembers(dependencies: Dependencies) {
  const { io, listeners, guard, limits, sessions, users, clock, log, refused } = dependencies;
  const taken = new WeakSet<Connection>();
  const listenerOf = new WeakMap<LiveSocket, Listener>();
  const lastQuestion = new WeakMap<Listener, object>();

  /** Reads what this member may receive. @throws AppError session_ended if account or session is no longer active. */
  async function place(listener: Listener): Promise<void> {
    const question = {};
    lastQuestion.set(listener, question);
    listeners.silence(listener);
    listener.livesUntil = null;
    const { userId, sessionId } = listener.bearer;
    const [user, livesUntil] = await Promise.all([users.find(userId), sessions.livesUntil(sessionId)]);
    ensure(user?.active && livesUntil && livesUntil > clock(), "session_ended");
    // A newer question has been asked because something changed: only its answer counts.
    if (lastQuestion.get(listener) !== question) return;
    listener.livesUntil = livesUntil;
    listeners.allow(listener, roomsOf(user));
  }

  async function admit(socket: LiveSocket): Promise<void> {
    ensure(!taken.has(socket.conn), "too_many_requests");
    taken.add(socket.conn);
    const { token } = socket.handshake.auth as { token?: unknown };
    ensure(typeof token === "string" && token !== "", "sign_in_required");
    const bearer = await sessions.bearerOf(token);
    ensure(bearer && socket.conn.readyState === "open", "session_ended");
    ensure(listeners.ofUser(bearer.userId).length < limits.perMember, "too_many_requests");
    const listener = listeners.add(socket, bearer);
    listenerOf.set(socket, listener);
    socket.conn.once("close", () => listeners.remove(listener));
    await place(listener);
  }

  io.use((socket, next) => {
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

  io.on("connection", (socket) => {
    socket.on("connect_notification", (token: unknown) => {
      const listener = listenerOf.get(socket);
      if (!listener || listener.hasSubscribed || typeof token !== "string") return;
      subscribe(listener, token).catch((error) => breakOff(socket, error));
    });
  });

  /** A fresh token of the same session is as good as the one from the handshake. */
  async function subscribe(listener: Listener, token: string): Promise<void> {
    const bearer = await sessions.bearerOf(token);
    if (bearer?.sessionId !== listener.bearer.sessionId) return cut(listener);
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

  function placeAgain(listener: Listener): void {
    place(listener).catch((error) => {
      if (error instanceof AppError) cut(listener);
      else breakOff(listener.socket, error);
    });
  }

  // A refresh may have moved the end of the session, so look it up before cutting any socket.
  const ends = setInterval(() => {
    const now = clock();
    for (const listener of listeners.all()) {
      if (listener.livesUntil && listener.livesUntil <= now) placeAgain(listener);
    }
  }, limits.endsEvery).unref();

  return {
    endSession: (sessionId: string): void => listeners.ofSession(sessionId).forEach(cut),
    /** Role, grant or activity have changed. */
    placeUser: (userId: number): void => listeners.ofUser(userId).forEach(placeAgain),
    stop: (): void => clearInterval(ends),
  };
}
export type Admission = ReturnType<typeof admitMembers>;

/** What the client finds in `connect_error`: the sentence as its message, and the code in `data`. */
function refusal(error: unknown): Error {
  const { code, message } = error instanceof AppError ? error : new AppError("unavailable");
  return Object.assign(new Error(message), { data: { code } });
}
