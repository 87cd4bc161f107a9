import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/database.ts";
import type { Sessions } from "../modules/auth/sessions.ts";
import type { Audience, NotificationService } from "../modules/notifications/notifications.service.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import type { ConnectionGuard } from "./connections.ts";
import { createDeliveries } from "./deliveries.ts";
import type { Listener, Listeners } from "./listeners.ts";
import type { LiveLimits } from "./live-limits.ts";
import { countMessage } from "./message-limits.ts";
import { membersRoom, userRoom, verifiedAdminsRoom } from "./rooms.ts";
import type { Door } from "./socket-admission.ts";

interface Dependencies {
  db: Database;
  listeners: Listeners;
  guard: ConnectionGuard;
  limits: LiveLimits;
  notifications: NotificationService;
  log: FastifyBaseLogger;
}

/**
 * Relays the database's notices to the sockets of this process. Every process gets every notice, whichever process
 * wrote, in the order of the commits.
 */
export async function relayNotices(dependencies: Dependencies): Promise<void> {
  const { db, listeners, guard, limits, notifications, log } = dependencies;

  /** Clients that have to reconnect fetch what they missed. */
  function startOver(reason: unknown): void {
    if (listeners.count > 0) log.warn({ err: reason }, "sockets must reconnect");
    guard.breakAll();
  }

  const deliveries = createDeliveries({ limit: limits.deliveries, onLost: startOver });

  async function publishNotification(id: number): Promise<void> {
    const found = await notifications.find(id);
    if (!found) return;
    const { notification, audience, except } = found;
    await listeners.publish({
      room: roomOf(audience),
      except,
      event: "new_notification",
      about: [notification],
    });
  }

  async function publishUnread(userId: number): Promise<void> {
    if (listeners.ofUser(userId).length === 0) return;
    const count = await notifications.findUnread(userId);
    if (!count) return;
    await listeners.publish({
      room: userRoom(userId),
      except: null,
      event: "unread_changed",
      about: [count],
    });
  }

  async function publishDesk(contentId: number): Promise<void> {
    const about = [{ content_id: contentId }] as [{ content_id: number }];
    await listeners.publish({ room: verifiedAdminsRoom, except: null, event: "desk_changed", about });
  }

  const inTurn = (channel: string, publish: (id: number) => Promise<void>) =>
    db.listen(
      channel,
      (id) => {
        if (listeners.count > 0) deliveries.add(`${channel} ${id}`, () => publish(Number(id)));
      },
      () => startOver(new Error("The database was away")),
    );

  await inTurn("notifications", publishNotification);
  await inTurn("notifications_read", publishUnread);
  await inTurn("desk", publishDesk);
}

function roomOf(audience: Audience): string {
  if (audience.kind === "member") return userRoom(audience.userId);
  return audience.kind === "members" ? membersRoom : verifiedAdminsRoom;
}

/** The specification's namespace: a socket is sent events once it asks for them (docs/evidence/spec-clauses.md#s7-socket). */
export function serveSubscriptions(sessions: Pick<Sessions, "bearerOf">, counts: Pick<RateLimits, "take">) {
  /** A fresh token of the same session is as good as the one from the handshake. */
  async function take(listener: Listener, token: string, door: Door): Promise<void> {
    const isCounted = await countMessage(counts, "connect_notification", listener).then(
      () => true,
      () => false,
    );
    const bearer = isCounted ? await sessions.bearerOf(token) : null;
    if (bearer?.sessionId === listener.bearer.sessionId) door.subscribe(listener);
    else door.cut(listener);
  }

  return (listener: Listener, door: Door): void => {
    const { socket } = listener;
    socket.on("connect_notification", (token: unknown) => {
      if (listener.hasSubscribed || typeof token !== "string") return;
      take(listener, token, door).catch((error) => door.breakOff(socket, error));
    });
  };
}
