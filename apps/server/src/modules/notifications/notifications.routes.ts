import { getUnreadCount, listNotifications, readAllNotifications, readNotification } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { NotificationService } from "./notifications.service.ts";

export function notificationRoutes(app: FastifyInstance, notifications: NotificationService): void {
  mount(app, listNotifications, (request) => notifications.list(memberOf(request).userId, request.query));
  mount(app, getUnreadCount, (request) => notifications.unread(memberOf(request).userId));
  mount(app, readNotification, (request) => notifications.markRead(memberOf(request), request.params.id));
  mount(app, readAllNotifications, (request) =>
    notifications.markAllRead(memberOf(request), request.body?.up_to ?? null),
  );
}
