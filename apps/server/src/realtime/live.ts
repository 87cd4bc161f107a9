import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Drain } from "../lib/graceful-stop.ts";
import { Tally } from "../lib/tally.ts";
import type { Sessions } from "../modules/auth/sessions.ts";
import type { NotificationService } from "../modules/notifications/notifications.service.ts";
import type { UserService } from "../modules/users/users.service.ts";
import { admitMembers } from "./admission.ts";
import { guardConnections } from "./connections.ts";
import { createListeners } from "./listeners.ts";
import { type LiveLimits, liveLimits } from "./live-limits.ts";
import { createLiveServer } from "./live-server.ts";
import { relayNotices } from "./relay.ts";
import { membersRoom, verifiedAdminsRoom } from "./rooms.ts";
import { serveSockets } from "./socket-route.ts";

interface Dependencies {
  http: FastifyInstance;
  db: Database;
  config: Pick<Config, "publicUrl" | "allowedOrigins">;
  services: { sessions: Sessions; users: UserService; notifications: NotificationService };
  clock: Clock;
  drain: Drain;
  log: FastifyBaseLogger;
  limits?: Partial<LiveLimits>;
}

/** State of this process's sockets, for metrics. */
export interface LiveFigures {
  /** Sockets whose member is known, and how many of them are in each kind of room. */
  readonly sockets: Readonly<Record<"user" | "members" | "verifiedAdmins", number>>;
  /** Includes sockets that have not authenticated yet. */
  readonly connections: number;
  readonly refused: Tally;
}

/**
 * Socket.IO (contract: "Live"): members get their notifications, and verified admins the changes of the desk, as they
 * happen.
 */
export async function startLive({
  http,
  db,
  config,
  services,
  clock,
  drain,
  log,
  ...given
}: Dependencies): Promise<LiveFigures> {
  const limits = { ...liveLimits, ...given.limits };
  const io = createLiveServer(limits);
  const refused = new Tally();
  const origins = [config.publicUrl, ...config.allowedOrigins];
  const guard = guardConnections({ io, limits, origins, refused });
  serveSockets(http, io, (request) => noting(refused, () => guard.admit(request)));
  guard.start();

  const listeners = createListeners(io, limits.backlog);
  const admission = admitMembers({ io, listeners, guard, limits, ...services, clock, log, refused });
  await relayNotices({ db, listeners, admission, guard, limits, ...services, log });
  http.addHook("onClose", async () => admission.stop());

  // This comes first: a long poll is a request in flight, and the drain does not finish while there is one.
  drain.onStop(guard.close);

  return {
    get sockets() {
      return {
        user: listeners.count,
        members: listeners.countIn(membersRoom),
        verifiedAdmins: listeners.countIn(verifiedAdminsRoom),
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
