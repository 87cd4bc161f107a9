import type { AddressInfo } from "node:net";
import {
  buildTestApp,
  builtSite,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import type { TestDatabase } from "@tests/support/server/database.ts";
import { encodeForm } from "@tests/support/server/forms.ts";
import { png } from "@tests/support/server/media.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

const kinds = [
  "comment",
  "editComment",
  "deleteComment",
  "like",
  "unlike",
  "renameWriter",
  "renameAdmin",
  "changeInterests",
  "changePhoto",
  "renameCategory",
  "edit",
  "approve",
  "flag",
  "remove",
  "create",
  "withdraw",
  "readNotices",
] as const;
/** `npm run prove` asks for more. */
const changes = Number(process.env.CAIRN_PROVE_CHANGES ?? kinds.length);
interface Change {
  readonly kind: (typeof kinds)[number];
  readonly item: number;
  /** Which instance takes it. */
  readonly instance: number;
}

let apps: TestApp[];
/** An instance that forgets what it kept when it is told to. */
let truthful: TestApp;
let forget = () => {};
let instances: string[];
let writer: Member;
let admin: Member;
const items: number[] = [];
const comments: number[] = [];
beforeAll(async () => {
  const first = await buildTestApp({ rateLimits: false }, builtSite);
  const { db, store } = first;
  apps = [first, await buildTestApp({ rateLimits: false }, builtSite, { db, store })];
  truthful = await buildTestApp({ rateLimits: false }, builtSite, { db: forgetful(db), store });
  writer = await registerMember(first, "TechWriter");
  admin = await verifiedAdmin(first);
  const people = { authorId: writer.user_id, reviewerId: admin.user_id };
  for (let count = 0; count < 4; count += 1)
    items.push(await makeItem(first, { ...people, categoryId: 1 + count }));
  instances = await Promise.all(
    apps.map(async ({ http }) => {
      await http.listen({ host: "127.0.0.1", port: 0 });
      return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
    }),
  );
});
afterAll(async () => {
  await truthful.http.close();
  await apps[1]?.http.close();
  await apps[0]?.close();
});

/** The database, whose notices of changes can be made to seem lost. */
const forgetful = (db: TestDatabase): TestDatabase =>
  new Proxy(db, {
    get(target, name) {
      if (name !== "listen") {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return (channel: string, onPayload: (payload: string) => void, onGap = () => {}) => {
        if (channel === "shared_answers") forget = onGap;
        return target.listen(channel, onPayload, onGap);
      };
    },
  });

let written = 0;
const nextWords = () => {
  written += 1;
  return `Words ${written}`;
};

async function send(
  origin: string,
  method: string,
  path: string,
  by: Member,
  body?: object,
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${by.access_token}`,
    ...(body && { "content-type": "application/json" }),
  };
  return fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

/** The same picture each time, under a new name. */
async function changePhoto(origin: string): Promise<void> {
  const { body, headers } = await encodeForm({}, { ...(await png()), part: "avatar" });
  const authorization = `Bearer ${writer.access_token}`;
  const options = { method: "PATCH", headers: { ...headers, authorization }, body: new Uint8Array(body) };
  expect((await fetch(`${origin}/profiles/me`, options)).status).toBe(200);
}

/** Makes the change; whether it is allowed at this moment is not what is tried here. */
async function make({ kind, item, instance }: Change): Promise<void> {
  const call = (method: string, path: string, by: Member, body?: object) =>
    send(instances[instance] ?? "", method, path, by, body);
  const id = items[item % items.length];
  const comment = comments[item % comments.length] ?? 0;
  const newest = async (): Promise<number> =>
    (await (await call("GET", `/content/${id}/newest`, admin)).json()).revision ?? 1;
  switch (kind) {
    case "comment": {
      const answer = await call("POST", `/content/${id}/comments`, writer, { body: nextWords() });
      if (answer.ok) comments.push((await answer.json()).id);
      return;
    }
    case "editComment":
      return void (await call("PATCH", `/comments/${comment}`, writer, { body: nextWords() }));
    case "deleteComment":
      return void (await call("DELETE", `/comments/${comment}`, writer));
    case "like":
      return void (await call("PUT", `/content/${id}/like`, writer));
    case "unlike":
      return void (await call("DELETE", `/content/${id}/like`, writer));
    case "renameWriter":
      return void (await call("PATCH", "/profiles/me", writer, { name: nextWords() }));
    case "renameAdmin":
      return void (await call("PATCH", "/profiles/me", admin, { name: nextWords() }));
    case "changeInterests":
      return void (await call("PATCH", "/profiles/me", writer, { interests: [nextWords()] }));
    case "changePhoto":
      return changePhoto(instances[instance] ?? "");
    case "renameCategory":
      return void (await call("PATCH", `/admin/categories/${1 + (item % 4)}`, admin, { name: nextWords() }));
    case "edit":
      return void (await call("PATCH", `/content/${id}`, writer, { title: nextWords(), body: nextWords() }));
    case "approve":
      return void (await call("POST", `/admin/content/${id}/approve`, admin, { revision: await newest() }));
    case "flag": {
      const flag = { reason: nextWords(), revision: await newest() };
      return void (await call("POST", `/admin/content/${id}/flag`, admin, flag));
    }
    case "remove":
      return void (await call("DELETE", `/admin/content/${id}`, admin, { reason: nextWords() }));
    case "readNotices":
      return void (await call("POST", "/notifications/read-all", writer));
    case "withdraw":
      return void (await call("DELETE", `/content/${id}`, writer));
    case "create": {
      const draft = {
        title: nextWords(),
        body: nextWords(),
        category: 1 + (item % 4),
        content_type: "Article",
      };
      const answer = await call("POST", "/content", writer, draft);
      expect(answer.status).toBe(201);
      return void items.push((await answer.json()).id);
    }
  }
}

const addresses = (): string[] => [
  "/content",
  "/content?per_page=2",
  "/content?per_page=30",
  "/content?per_page=2&page=2",
  `/content?user_id=${writer.user_id}`,
  "/content/search?q=words",
  "/content/search?category=1",
  "/content/search?type=Article",
  "/categories",
  "/categories/1",
  "/api/ledger",
  "/feed.xml",
  `/authors/${writer.user_id}/feed.xml`,
  "/categories/1/feed.xml",
  "/podcast.xml",
  `/authors/${writer.user_id}/podcast.xml`,
  "/authors?q=words",
  // The same address is also a page, below.
  `/api/authors/${writer.user_id}`,
  // Pages.
  "/posts",
  "/posts?q=words",
  "/home",
  "/ledger",
  `/authors/${writer.user_id}`,
  ...items.slice(-3).map((id) => `/posts/${id}`),
  ...items.slice(-6).flatMap((id) => [`/content/${id}`, `/content/${id}/comments`, `/content/${id}/reviews`]),
];

interface Asked {
  readonly path: string;
  /** null: a visitor. */
  readonly by: Member | null;
}

/** What visitors ask for, and what answers to members are made of besides: taste, likes, notifications. */
const questions = (): Asked[] => [
  ...addresses().map((path) => ({ path, by: null })),
  ...[
    "/content?per_page=30",
    "/content/search?q=words",
    "/notifications?page=1",
    "/notifications/unread-count",
    ...items.slice(-3).map((id) => `/content/${id}`),
  ].map((path) => ({ path, by: writer })),
  ...["/content?per_page=30", `/content/${items.at(-1)}`].map((path) => ({ path, by: admin })),
];

const headersOf = ({ by }: Asked): Record<string, string> => ({
  accept: "*/*",
  ...(by && { authorization: `Bearer ${by.access_token}` }),
});
const told = ({ path, by }: Asked, status: number, total: unknown, body: string) => {
  // Neither the request's id nor the passing of a minute is a change.
  const words = body.replaceAll(/"(request_id|time)":"[^"]*"/g, "");
  return [`${path} by ${by?.user_id ?? "a visitor"}`, `${status} ${total ?? null} ${words}`] as const;
};

async function read(origin: string, asked: Asked) {
  const answer = await fetch(origin + asked.path, { headers: headersOf(asked) });
  return told(asked, answer.status, answer.headers.get("x-total-count"), await answer.text());
}
const readAll = (origin: string, all: readonly Asked[]) =>
  Promise.all(all.map((asked) => read(origin, asked)));

/** The same answers from an instance that keeps none of them. */
async function readFresh(all: readonly Asked[]) {
  forget();
  return Promise.all(
    all.map(async (asked) => {
      const { statusCode, headers, body } = await truthful.http.inject({
        url: asked.path,
        headers: headersOf(asked),
      });
      return told(asked, statusCode, headers["x-total-count"], body);
    }),
  );
}

async function renewed(member: Member): Promise<Member> {
  const { body } = await truthful.call("POST", "/auth/refresh", { token: member.refresh_token });
  return { ...member, access_token: body.access_token };
}

async function changeAndRead(change: Change): Promise<void> {
  const here = instances[change.instance] ?? "";
  const there = instances[1 - change.instance] ?? "";
  // Kept on both, and asked for while the change is made.
  await Promise.all([readAll(here, questions()), readAll(there, questions())]);
  const beside = Promise.all([readAll(here, questions()), readAll(there, questions())]);
  await make(change);
  const all = questions();
  const acknowledged = await readAll(here, all);
  const truth = await readFresh(all);
  expect(acknowledged).toEqual(truth);
  await expect.poll(() => readAll(there, all), { timeout: 1_000 }).toEqual(truth);
  await beside;
  expect(await readAll(here, all)).toEqual(truth);
  expect(await readAll(there, all)).toEqual(truth);
}

test("no answer is older than an acknowledged change: at once where it was made, within a second on another instance", {
  timeout: 60_000 + changes * 4_000,
}, async () => {
  const change = fc.record({
    kind: fc.constantFrom(...kinds),
    item: fc.nat({ max: 100 }),
    instance: fc.nat({ max: 1 }),
  });
  const runs = Math.ceil(changes / kinds.length);
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: kinds.length, maxLength: kinds.length }),
      async (sequence) => {
        // An access token lives for 15 minutes; a full run takes longer.
        [writer, admin] = [await renewed(writer), await renewed(admin)];
        for (const one of sequence) await changeAndRead(one);
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
  process.stdout.write(
    `FIGURE ${runs * kinds.length} changes of ${kinds.length} kinds on two instances; after each, ${questions().length} answers and pages ` +
      "of each compared with those of one that keeps nothing: 0 older\n",
  );
});
