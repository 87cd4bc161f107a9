import { type Static, type TSchema, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Instant } from "./paging.ts";

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** What a member may follow. */
export const maxFollows = 200;

export const followKinds = ["author", "category", "label", "series"] as const;
export type FollowKind = (typeof followKinds)[number];

/** `id`: of an author, a category or a series; of a label its text. */
const FollowParams = Type.Object({
  kind: Type.Enum([...followKinds]),
  id: Type.String({ minLength: 1, maxLength: limits.labelLength }),
});

export const Follow = Type.Object(
  {
    kind: Type.Enum([...followKinds]),
    id: Type.String(),
    name: Type.String(),
    followed_at: Instant,
  },
  { $id: "Follow" },
);
export type Follow = Static<typeof Follow>;

const FollowState = Type.Object({ following: Type.Boolean() });

export const followSubject = endpoint({
  name: "followSubject",
  method: "PUT",
  path: "/follows/:kind/:id",
  summary: "Follow an author, a category, a label or a series; again changes nothing",
  tag: "Notifications",
  access: "member",
  params: FollowParams,
  replies: { 200: FollowState },
  errors: ["not_found", "list_full"],
});

export const unfollowSubject = endpoint({
  name: "unfollowSubject",
  method: "DELETE",
  path: "/follows/:kind/:id",
  summary: "Follow it no longer",
  tag: "Notifications",
  access: "member",
  params: FollowParams,
  replies: { 200: FollowState },
  errors: [],
});

export const listFollows = endpoint({
  name: "listFollows",
  method: "GET",
  path: "/follows",
  summary: "What the member follows, the last one first",
  tag: "Notifications",
  access: "member",
  replies: { 200: Type.Object({ items: Type.Array(Follow) }) },
  errors: [],
});

/** Kinds of notifications (docs/rules.md#follows-and-emails). */
export const noticeSubjects = ["replies", "mentions", "decisions", "follows", "renewals", "desk"] as const;
export type NoticeSubject = (typeof noticeSubjects)[number];

/** What screens and pages call them. */
export const noticeSubjectNames: Readonly<Record<NoticeSubject, string>> = {
  replies: "Comments and replies",
  mentions: "Mentions of you",
  decisions: "Decisions on your posts",
  follows: "What you follow, and what you saved",
  renewals: "Verifications that end",
  desk: "The review desk",
};

export const mailChoices = ["never", "now", "daily", "weekly"] as const;
export type MailChoice = (typeof mailChoices)[number];

export const mailChoiceNames: Readonly<Record<MailChoice, string>> = {
  never: "Never",
  now: "At once",
  daily: "Once a day",
  weekly: "Once a week",
};

/**
 * What holds for a member who has chosen nothing else. On the site every notice stands; `push` reaches the devices on
 * which the member has switched it on.
 */
export const noticeDefaults: Readonly<Record<NoticeSubject, { mail: MailChoice; push: boolean }>> = {
  replies: { mail: "weekly", push: true },
  mentions: { mail: "weekly", push: true },
  decisions: { mail: "now", push: true },
  follows: { mail: "weekly", push: false },
  renewals: { mail: "now", push: false },
  desk: { mail: "never", push: false },
};

export const NoticeChoices = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        what: Type.Enum([...noticeSubjects]),
        /** Notifications are always on the site. */
        site: Type.Boolean(),
        mail: Type.Enum([...mailChoices]),
        push: Type.Boolean(),
      }),
    ),
    mail: Type.Object({
      /** Only a confirmed address is mailed. */
      confirmed: Type.Boolean(),
      /** When the address was refused by its mail server: no notifications go there until the member asks for it. */
      refused_at: Nullable(Instant),
    }),
    push: Type.Object({
      /** Devices of the member that get pushes. */
      devices: Type.Integer(),
      /** Whether the device of this session is one of them. */
      this_device: Type.Boolean(),
    }),
  },
  { $id: "NoticeChoices" },
);
export type NoticeChoices = Static<typeof NoticeChoices>;

export const getNoticeChoices = endpoint({
  name: "getNoticeChoices",
  method: "GET",
  path: "/profiles/me/notices",
  summary: "What the member is notified of, and where",
  tag: "Notifications",
  access: "member",
  replies: { 200: NoticeChoices },
  errors: [],
});

export const changeNoticeChoices = endpoint({
  name: "changeNoticeChoices",
  method: "PUT",
  path: "/profiles/me/notices",
  summary:
    "Choose which notifications are emailed, and when, and which are pushed; choices left out stay the same. `mail_again` sends emails to a refused address again",
  tag: "Notifications",
  access: "member",
  body: Type.Object(
    {
      items: Type.Optional(
        Type.Array(
          Type.Object(
            {
              what: Type.Enum([...noticeSubjects]),
              mail: Type.Optional(Type.Enum([...mailChoices])),
              push: Type.Optional(Type.Boolean()),
            },
            { additionalProperties: false },
          ),
          { maxItems: noticeSubjects.length },
        ),
      ),
      mail_again: Type.Optional(Type.Literal(true)),
    },
    { additionalProperties: false },
  ),
  replies: { 200: NoticeChoices },
  errors: [],
});
