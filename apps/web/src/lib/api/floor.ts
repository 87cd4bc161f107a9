import { type EndpointDefinition, isRole, messages } from "@cairn/contract";
import { excerptOf } from "../excerpt.ts";
import { readSession } from "../session/session.ts";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value: unknown) => Number.isSafeInteger(value);
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

const item = (told: Fields): Fields => ({
  body: "",
  ...(told.excerpt === undefined && { excerpt: excerptOf(String(told.body ?? "")) }),
  content_type: "Article",
  category_name: "",
  media: null,
  media_url: null,
  author_name: "",
  published_at: told.created_at ?? null,
  status: "Published",
  revision: 1,
  likes: 0,
  comments: 0,
  ...told,
});

/** An item that was just submitted is pending; an answer without an item id is returned unchanged. */
const sentItem = (told: unknown): unknown =>
  isFields(told) && isId(told.id) ? item({ status: "Pending", ...told }) : told;

const detail = (told: Fields): Fields => ({
  body_html: "",
  ...item(told),
  revisions: listOf(told.revisions),
});

const profile = (told: Fields): Fields => ({
  bio: "",
  // Assume confirmed unless the server says otherwise.
  email_confirmed: true,
  avatar_url: null,
  avatar_small_url: told.avatar_url ?? null,
  ...told,
  interests: Array.isArray(told.interests) ? told.interests : [],
  social_links: listOf(told.social_links),
});

const comment = (told: Fields): Fields => ({
  id: Number(told.id_code),
  created_at: null,
  edited_at: null,
  can: { edit: false, delete: false },
  ...told,
});

const flaggedItem = (told: Fields): Fields => ({
  revision: 1,
  flagged_at: null,
  flagged_by: "",
  published: false,
  ...told,
  reason: told.reason ?? "",
});

const pageOf = (told: unknown): Fields =>
  isFields(told) ? { next: null, ...told, items: listOf(told.items) } : { next: null, items: listOf(told) };

const units: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000 };

/** The instant that "5 minutes ago" or "30 hours ago" means (docs/rules.md#d28). */
function instantOf(time: unknown): string {
  const [, count = "0", unit = "minute"] = /^(\d+) (minute|hour)s? ago$/.exec(String(time)) ?? [];
  return new Date(Date.now() - Number(count) * (units[unit] ?? 0)).toISOString();
}

const notification = (told: Fields): Fields => ({
  url: null,
  created_at: instantOf(told.time),
  ...told,
});

function notificationPage(told: Fields): Fields {
  const items = listOf(told.items).map(notification);
  return { unread: items.filter(({ read }) => read !== true).length, version: 0, ...told, items };
}

/**
 * For each call: takes the answer of the specification's table (docs/rules.md#s7-calls) and adds the fields of this
 * site's contract.
 */
const floors: Readonly<Record<string, (told: unknown) => unknown>> = {
  getMe: (told) => {
    const { role } = readSession();
    return isFields(told)
      ? { role: isRole(role) ? role : "User", verified: false, interests: [], ...told }
      : told;
  },
  getProfile: (told) => (isFields(told) ? profile(told) : told),
  changeProfile: (told) => ({ message: messages.profileUpdated, ...(isFields(told) ? told : {}) }),
  listContent: (told) => listOf(told).map(item),
  getWriterStats: (told) => (isFields(told) ? { weeks: [], ...told } : told),
  listFlagged: (told) => ({
    items: listOf(isFields(told) ? told.items : told).map(flaggedItem),
  }),
  listNotifications: (told) => (isFields(told) ? notificationPage(told) : told),
  listComments: (told) => listOf(told).map(comment),
  createComment: (told) => (isFields(told) && "body" in told ? comment(told) : told),
  editComment: (told) => (isFields(told) && "body" in told ? comment(told) : told),
  getContent: (told) => (isFields(told) ? detail(told) : told),
  createContent: sentItem,
  editContent: sentItem,
  listReviews: pageOf,
  listSessions: pageOf,
};

/**
 * The site may be newer than its server, or its server may answer only what the specification names. Fills in the
 * missing fields, so that screens need not check for each.
 */
export const filledUp = ({ name }: Pick<EndpointDefinition, "name">, told: unknown): unknown =>
  floors[name]?.(told) ?? told;

/** The same for socket events: the specification's notification has neither a URL nor a timestamp. */
export const filledEvent = <Told extends unknown[]>(event: string, told: Told): Told =>
  event === "new_notification" && isFields(told[0]) ? ([notification(told[0])] as unknown[] as Told) : told;
