import { createHash, randomUUID } from "node:crypto";
import { basename } from "node:path";
import { eq } from "drizzle-orm";
import {
  categories,
  comments,
  deletionRequests,
  invitations,
  media,
  ownPages,
  programTokens,
  readItems,
  reports,
  sessions,
  uploads,
  webhookDeliveries,
  webhooks,
} from "../../../apps/server/src/db/schema.ts";
import { cardPath } from "../../../apps/server/src/modules/content/cards/card-address.ts";
import { insertNotifications } from "../../../apps/server/src/modules/notifications/notifications.repository.ts";
import { arrangeItems, insertSeries } from "../../../apps/server/src/modules/series/series.repository.ts";
import type { TestApp } from "../../support/server/app.ts";
import { makeItem } from "../../support/server/content.ts";
import type { Account } from "./callers.ts";

/** What a call is about: the parameters of its path. */
export type Target = Readonly<Record<string, string | number>>;

interface World {
  readonly app: TestApp;
  readonly reviewer: Account;
}
type Make = (world: World, owner: Account) => Promise<Target>;

const missingId = {
  id: 987_654_321,
  comment: 987_654_321,
  delivery: 987_654_321,
  number: 1,
  slug: "nothing",
  file: "1-aaaaaaaaaaaa.png",
};
let made = 0;

const item =
  (status: "Published" | "Pending" | "Draft" | "Flagged"): Make =>
  async ({ app, reviewer }, { user_id: authorId }) => ({
    id: await makeItem(app, { authorId, reviewerId: reviewer.user_id, status }),
    number: 1,
  });

/** On somebody else's published item. */
async function remark(world: World, { user_id: authorId }: Account) {
  const { id: contentId } = await item("Published")(world, world.reviewer);
  const facts = {
    contentId: Number(contentId),
    authorId,
    body: "Well said.",
    bodyHtml: "<p>Well said.</p>",
  };
  const { id } = first(
    await world.app.db.query.insert(comments).values(facts).returning({ id: comments.id }),
  );
  return { id: facts.contentId, comment: id };
}

async function webhook({ app }: World): Promise<{ id: number }> {
  const sealedSecret = Buffer.from("no secret");
  const facts = { url: "https://bot.example/hook", events: ["comment.created" as const], sealedSecret };
  return first(
    await app.db.query
      .insert(webhooks)
      .values({ ...facts, createdAt: app.now() })
      .returning({ id: webhooks.id }),
  );
}

const makers = {
  "a published item": item("Published"),
  "a waiting item": item("Pending"),
  "a draft": item("Draft"),
  "a flagged item": item("Flagged"),

  "an opened item": async (world, owner) => {
    const { id } = await item("Published")(world, world.reviewer);
    const read = { userId: owner.user_id, contentId: Number(id), position: 0.5, readAt: new Date() };
    await world.app.db.query.insert(readItems).values(read);
    return { id: Number(id) };
  },

  "a published item's card": async (world, owner) => card(world, owner, "Published"),
  "a waiting item's card": async (world, owner) => card(world, owner, "Pending"),

  "a comment": async (world, owner) => ({ id: (await remark(world, owner)).comment }),
  "a comment in its place": remark,

  "a session": async ({ app }, { user_id: userId }) => {
    const facts = {
      id: randomUUID(),
      userId,
      refreshTokenHash: createHash("sha256").update(randomUUID()).digest(),
    };
    await app.db.query.insert(sessions).values(facts);
    return { id: facts.id };
  },

  "a token": async ({ app }, { user_id: userId }) => {
    const tokenHash = createHash("sha256").update(randomUUID()).digest();
    const endsAt = new Date(app.now().getTime() + 60_000);
    const facts = { userId, name: "Bot", scopes: ["read" as const], tokenHash, createdAt: app.now(), endsAt };
    return first(await app.db.query.insert(programTokens).values(facts).returning({ id: programTokens.id }));
  },

  "a webhook": webhook,
  "a delivery": async (world) => {
    const { id: webhookId } = await webhook(world);
    const at = world.app.now();
    const facts = { webhookId, messageId: randomUUID(), event: "webhook.test", body: "{}" } as const;
    const { id: delivery } = first(
      await world.app.db.query
        .insert(webhookDeliveries)
        .values({ ...facts, createdAt: at, giveUpAt: at })
        .returning({ id: webhookDeliveries.id }),
    );
    return { id: webhookId, delivery };
  },

  "a notification": async ({ app }, { user_id: userId }) => {
    const notice = {
      audience: { kind: "member", userId } as const,
      except: null,
      contentId: null,
      commentId: null,
      type: "System",
      message: "Welcome",
      subMessage: "[View]",
      url: "/",
    };
    const write = insertNotifications as (...given: unknown[]) => Promise<number[]>;
    const [id] = await app.db.transaction((tx) => write(tx, [notice], new Date()));
    return { id: id ?? 0 };
  },

  "a deletion request": async ({ app }, { user_id: userId }) => {
    await app.db.query.delete(deletionRequests).where(eq(deletionRequests.userId, userId));
    return first(
      await app.db.query
        .insert(deletionRequests)
        .values({ userId, createdAt: app.now() })
        .returning({ id: deletionRequests.id }),
    );
  },

  "a report": async (world, { user_id: reporterId }) => {
    const { id: contentId } = await item("Published")(world, world.reviewer);
    const facts = { contentId: Number(contentId), reporterId, reason: "Wrong.", createdAt: new Date() };
    return first(await world.app.db.query.insert(reports).values(facts).returning({ id: reports.id }));
  },

  "a category": async ({ app }) => {
    made += 1;
    const facts = { name: `Category ${made}` };
    return first(await app.db.query.insert(categories).values(facts).returning({ id: categories.id }));
  },

  "an invitation": async ({ app }) => {
    const [createdAt, endsAt] = [new Date(), new Date(Date.now() + 60_000)];
    const facts = { role: "User", uses: 1, createdAt, endsAt } as const;
    return first(await app.db.query.insert(invitations).values(facts).returning({ id: invitations.id }));
  },

  "a page of the site’s own": async ({ app }) => {
    made += 1;
    const slug = `page-${made}`;
    const [body, bodyHtml, excerpt] = ["The school.", "<p>The school.</p>", "The school."];
    const facts = { slug, title: "Imprint", body, bodyHtml, excerpt, language: "en", updatedAt: new Date() };
    await app.db.query.insert(ownPages).values(facts);
    return { slug };
  },

  "an author": async (world, owner) => {
    await item("Published")(world, owner);
    return { id: owner.user_id };
  },

  "an author to follow": async (world, owner) => {
    await item("Published")(world, owner);
    return { kind: "author", id: owner.user_id };
  },
  "a series": async (world, owner) => series(world, owner, "Published"),
  "a series of drafts": async (world, owner) => series(world, owner, "Draft"),

  "an account": async (_world, { user_id: id, email }) => ({ id, email }),

  "an article from outside": async ({ app }) => ({
    id: (await app.call("GET", "/feeds/articles")).body[0].id,
  }),

  "an upload": async ({ app }, { user_id: userId }) => {
    const id = randomUUID().replaceAll("-", "");
    const endsAt = new Date(Date.now() + 24 * 60 * 60_000);
    await app.db.query
      .insert(uploads)
      .values({ id, userId, bytes: 8, type: "video/mp4", metadata: "", endsAt });
    return { id };
  },

  "a published file": async (world, owner) => file(world, owner, "Published"),
  "an unpublished file": async (world, owner) => file(world, owner, "Pending"),
} satisfies Record<string, Make>;

export type Thing = keyof typeof makers;

export const makeThing = (thing: Thing, world: World, owner: Account): Promise<Target> =>
  makers[thing](world, owner);

/** Where there is nothing. */
export function missing(thing: Thing): Target {
  if (thing === "a session") return { id: randomUUID() };
  if (thing === "an upload") return { id: "0".repeat(32) };
  if (thing === "a published file" || thing === "an unpublished file") return { key: "0".repeat(64) };
  if (thing === "an author to follow") return { kind: "author", ...missingId };
  return missingId;
}

async function card(world: World, owner: Account, status: "Published" | "Pending"): Promise<Target> {
  const { id } = await item(status)(world, owner);
  const { body } = await world.app.call("GET", `/content/${id}`, { token: world.reviewer.access_token });
  return { id: Number(id), file: basename(cardPath(body)) };
}

async function series(world: World, owner: Account, status: "Published" | "Draft"): Promise<Target> {
  const { id: contentId } = await item(status)(world, owner);
  return world.app.db.transaction(async (tx) => {
    const facts = { authorId: owner.user_id, title: "A series", description: "", createdAt: new Date() };
    const id = await insertSeries(tx, facts);
    await arrangeItems(tx, id, [Number(contentId)]);
    return { id };
  });
}

async function file(
  { app, reviewer }: World,
  { user_id: authorId }: Account,
  status: "Published" | "Pending",
): Promise<Target> {
  const bytes = Buffer.from(randomUUID());
  const sha256 = createHash("sha256").update(bytes).digest();
  const key = `${sha256.toString("hex").slice(0, 40)}.jpg`;
  await app.db.query.insert(media).values({ key, sha256, bytes: bytes.length, type: "image/jpeg" });
  await app.storeFile(key, bytes, "image/jpeg");
  await makeItem(app, { authorId, reviewerId: reviewer.user_id, status, media: { key, sha256, alt: "" } });
  return { key };
}

function first<Row>([row]: Row[]): Row {
  if (!row) throw new Error("nothing was made");
  return row;
}
