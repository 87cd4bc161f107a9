import { getUnreadCount, listNotifications, readAllNotifications, readNotification } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import { sourcesOfNotices } from "../../events/sources.ts";
import type { NotificationService } from "./notifications.service.ts";

export function notificationRoutes(app: FastifyInstance, notifications: NotificationService): void {
  mount(app, listNotifications, async (request, reply) => {
    const { userId } = memberOf(request);
    const { page, until } = await notifications.list(userId, request.query);
    madeOf(reply, [], { until, ofMember: sourcesOfNotices });
    return page;
  });
  mount(app, getUnreadCount, async (request, reply) => {
    const { userId } = memberOf(request);
    const count = await notifications.unread(userId);
    madeOf(reply, [], { ofMember: sourcesOfNotices });
    return count;
  });
  mount(app, readNotification, (request) => notifications.markRead(memberOf(request), request.params.id));
  mount(app, readAllNotifications, (request) =>
    notifications.markAllRead(memberOf(request), request.body?.up_to ?? null),
  );
}
