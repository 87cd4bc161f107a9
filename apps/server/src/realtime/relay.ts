import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/database.ts";
import type { Sessions } from "../modules/auth/sessions.ts";
import type { Audience, NotificationService } from "../modules/notifications/notifications.service.ts";
import type { Admission } from "./admission.ts";
import type { ConnectionGuard } from "./connections.ts";
import { createDeliveries } from "./deliveries.ts";
import type { Listeners } from "./listeners.ts";
import type { LiveLimits } from "./live-limits.ts";
import { membersRoom, userRoom, verifiedAdminsRoom } from "./rooms.ts";

interface Dependencies {
  db: Database;
  listeners: Listeners;
  admission: Admission;
  guard: ConnectionGuard;
  limits: LiveLimits;
  sessions: Sessions;
  notifications: NotificationService;
  log: FastifyBaseLogger;
}

/**
 * Relays the database's notices to the sockets of this process. Every process gets every notice, whichever process
 * wrote, in the order of the commits.
 */
export async function relayNotices(dependencies: Dependencies): Promise<void> {
  const { db, listeners, admission, guard, limits, sessions, notifications, log } = dependencies;

  /** Clients that have to reconnect fetch what they missed. */
  function startOver(reason: unknown): void {
    if (listeners.count > 0) log.warn({ err: reason }, "sockets have to connect anew");
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

  sessions.onEnded(admission.endSession);
  await inTurn("notifications", publishNotification);
  await inTurn("notifications_read", publishUnread);
  await inTurn("desk", publishDesk);
  await db.listen("accounts_changed", (id) => admission.placeUser(Number(id)));
}

function roomOf(audience: Audience): string {
  if (audience.kind === "member") return userRoom(audience.userId);
  return audience.kind === "members" ? membersRoom : verifiedAdminsRoom;
}
