import { lineNamespace } from "@cairn/contract";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Changes } from "../events/changes.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Drain } from "../lib/graceful-stop.ts";
import { Tally } from "../lib/tally.ts";
import type { Sessions } from "../modules/auth/sessions.ts";
import type { ContentService } from "../modules/content/content.service.ts";
import type { NotificationService } from "../modules/notifications/notifications.service.ts";
import type { UserService } from "../modules/users/users.service.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import { guardConnections } from "./connections.ts";
import { relayChanges, serveLines } from "./line.ts";
import { createListeners } from "./listeners.ts";
import { type LiveLimits, liveLimits } from "./live-limits.ts";
import { createLiveServer } from "./live-server.ts";
import { relayNotices, serveSubscriptions } from "./relay.ts";
import { membersRoom, roomsOf, verifiedAdminsRoom } from "./rooms.ts";
import { admitMembers } from "./socket-admission.ts";
import { serveSockets } from "./socket-route.ts";

interface Dependencies {
  http: FastifyInstance;
  db: Database;
  config: Pick<Config, "publicUrl" | "allowedOrigins">;
  services: {
    sessions: Sessions;
    users: UserService;
    notifications: NotificationService;
    content: ContentService;
  };
  changes: Changes;
  clock: Clock;
  drain: Drain;
  log: FastifyBaseLogger;
  counts: RateLimits;
  limits?: Partial<LiveLimits>;
}

/** State of this process's sockets, for metrics. */
export interface LiveFigures {
  /** Sockets whose member is known, and how many of them are in each kind of room; `lines`: live lines of tabs. */
  readonly sockets: Readonly<Record<"user" | "members" | "verifiedAdmins" | "lines", number>>;
  /** Includes sockets that have not authenticated yet. */
  readonly connections: number;
  readonly refused: Tally;
}

/**
 * Socket.IO (contract: "Live"): members get their notifications, and verified admins the changes of the desk, as they
 * happen. On the live line a browser learns what has changed (docs/rules.md#live-line).
 */
export async function startLive({
  http,
  db,
  config,
  services,
  changes,
  clock,
  drain,
  log,
  counts,
  ...given
}: Dependencies): Promise<LiveFigures> {
  const limits = { ...liveLimits, ...given.limits };
  const io = createLiveServer(limits);
  const refused = new Tally();
  const origins = [config.publicUrl, ...config.allowedOrigins];
  const guard = guardConnections({ io, limits, counts, origins, refused });
  serveSockets(http, io, { ...guard, admit: (request) => noting(refused, () => guard.admit(request)) });
  guard.start();

  const admit = { guard, limits, counts, ...services, clock, log, refused };
  const namespace = io.of("/");
  const listeners = createListeners(namespace, limits.backlog);
  const serve = serveSubscriptions(services.sessions, counts);
  const admission = admitMembers({ ...admit, namespace, listeners, roomsOf, serve });
  await relayNotices({ db, listeners, guard, limits, ...services, log });

  const lineSpace = io.of(lineNamespace);
  const lines = createListeners(lineSpace, limits.backlog);
  const onLine = { namespace: lineSpace, listeners: lines, ...serveLines(services.content, counts) };
  const lineAdmission = admitMembers({ ...admit, ...onLine });
  for (const { endSession } of [admission, lineAdmission]) services.sessions.onEnded(endSession);
  await db.listen("accounts_changed", (id) => {
    for (const { placeUser } of [admission, lineAdmission]) placeUser(Number(id));
  });
  relayChanges({
    changes,
    listeners: lines,
    admission: lineAdmission,
    content: services.content,
    most: limits.deliveries,
    onFailed(error) {
      log.warn({ err: error }, "live connections must reconnect");
      guard.breakAll();
    },
  });
  http.addHook("onClose", async () => {
    admission.stop();
    lineAdmission.stop();
  });

  // This comes first: a long poll is a request in flight, and the drain does not finish while there is one.
  drain.onStop(guard.close);

  return {
    get sockets() {
      return {
        user: listeners.count,
        members: listeners.countIn(membersRoom),
        verifiedAdmins: listeners.countIn(verifiedAdminsRoom),
        lines: lines.count,
      };
    },
    get connections() {
      return io.engine.clientsCount;
    },
    refused,
  };
}

function noting(refused: Tally, admit: () => void): void {
  try {
    admit();
  } catch (error) {
    if (error instanceof AppError) refused.add(error.code);
    throw error;
  }
}
