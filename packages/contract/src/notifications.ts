import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Id, IdParams, Instant, PerPage } from "./paging.ts";

export const notificationTypes = ["Video", "Article", "Comment", "System"] as const;
export const NotificationType = Type.Enum([...notificationTypes], { $id: "NotificationType" });
export type NotificationType = (typeof notificationTypes)[number];

/** How the messages of decisions to an author begin; the reviewer's words may follow. */
export const decisionWords = {
  approved: "Your post was approved",
  flagged: "Your post was flagged",
  needsWork: "Your post needs work",
} as const;

/** A notification to one member (docs/evidence/spec-clauses.md#s3-notification). */
export const Notification = Type.Object(
  {
    id: Id,
    type: NotificationType,
    message: Type.String(),
    /** Contains the action's label in square brackets. */
    subMessage: Type.String(),
    /** Relative text, true at the moment of the answer (docs/rules.md#answers-about-notifications); `created_at` keeps it true later. */
    time: Type.String(),
    read: Type.Boolean(),
    /** Where it leads on this site; null when nowhere. */
    url: Type.Union([Type.String(), Type.Null()]),
    created_at: Instant,
  },
  { $id: "Notification" },
);
export type Notification = Static<typeof Notification>;

const Count = Type.Integer({ minimum: 0 });

/**
 * A member's exact number of unread notifications. Of two answers the one with the higher version is the newer one,
 * whatever order they arrive in.
 */
export const UnreadCount = Type.Object({ unread: Count, version: Count }, { $id: "UnreadCount" });
export type UnreadCount = Static<typeof UnreadCount>;

export const NotificationPage = Type.Object(
  {
    items: Type.Array(Notification),
    /** The number of all notifications this member has received. Only if `page` or `per_page` was requested. */
    total: Type.Optional(Count),
    ...UnreadCount.properties,
  },
  { $id: "NotificationPage" },
);
export type NotificationPage = Static<typeof NotificationPage>;

export const listNotifications = endpoint({
  name: "listNotifications",
  method: "GET",
  path: "/notifications",
  summary: "One's own notifications, newest first, 20 a page",
  tag: "Notifications",
  access: "member",
  query: Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageReach })),
      per_page: Type.Optional(PerPage),
    },
    { additionalProperties: false },
  ),
  replies: { 200: NotificationPage },
  errors: ["page_too_deep"],
});

export const getUnreadCount = endpoint({
  name: "getUnreadCount",
  method: "GET",
  path: "/notifications/unread-count",
  summary: "How many of one's own notifications are unread",
  tag: "Notifications",
  access: "member",
  replies: { 200: UnreadCount },
  errors: [],
});

export const readNotification = endpoint({
  name: "readNotification",
  method: "POST",
  path: "/notifications/:id/read",
  summary: "Mark a notification as read; again changes nothing",
  tag: "Notifications",
  access: "member",
  params: IdParams,
  replies: { 200: UnreadCount },
  errors: ["notification_not_found"],
});

export const readAllNotifications = endpoint({
  name: "readAllNotifications",
  method: "POST",
  path: "/notifications/read-all",
  summary: "Mark all notifications as read, or those up to the one that is named",
  tag: "Notifications",
  access: "member",
  body: Type.Union([Type.Object({ up_to: Type.Optional(Id) }, { additionalProperties: false }), Type.Null()]),
  replies: { 200: UnreadCount },
  errors: [],
});
