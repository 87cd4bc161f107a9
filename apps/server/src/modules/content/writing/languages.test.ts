import type { ContentItem, LanguageCode } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { decide, makeItem } from "@tests/support/server/content.ts";
import { readAll } from "@tests/support/server/paging.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

let app: TestApp;
let writer: Member;
let admin: Member;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const french = {
  title: "Un déploiement vérifié",
  body: "Avant de livrer, on regarde d'abord les journaux du service, puis l'état des conteneurs, et on note ce qui reste à faire.",
};
const arabic = {
  title: "مدخل إلى البرمجة",
  body: "يشرح هذا المقال كيف تعمل الذاكرة في Node.js.\n\n```js\nconst language = 'English words are only in the code';\n```",
};

beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
  const items: [string, LanguageCode][] = [
    ["الكتاب الأول", "ar"],
    ["كِتَابٌ قديم", "ar"],
    ["فن الكتابة: كتابة واضحة", "ar"],
    ["مكتبة في المدينة", "ar"],
    ["لغات البرمجة", "ar"],
    ["دروس في برمجة Containers", "ar"],
    ["Un texte vérifié", "fr"],
    ["Des conteneurs et leurs sondes", "fr"],
    ["Kubernetes without tears", "en"],
    ["Verified builds", "en"],
  ];
  for (const [index, [title, language]] of items.entries()) {
    await makeItem(app, { authorId: writer.user_id, title, language, at: minutesAgo(60 - index) });
  }
});
afterAll(() => app.close());

const send = (fields: object) =>
  app.call("POST", "/content", {
    token: writer.access_token,
    body: { title: "A title", body: "Some words.", category: 1, ...fields },
  });
const change = (id: number, fields: object) =>
  app.call("PATCH", `/content/${id}`, { token: writer.access_token, body: fields });
const search = async (query: Record<string, string>) =>
  (await app.call("GET", `/content/search?${new URLSearchParams(query)}`)).body.items.map(
    ({ title }: ContentItem) => title,
  );
const titlesOf = (answer: { body: ContentItem[] }) => answer.body.map(({ title }) => title);

test("an item's language is detected from its title and text, code left out", async () => {
  expect((await send(french)).body).toMatchObject({ language: "fr", dir: "ltr" });
  expect((await send(arabic)).body).toMatchObject({ language: "ar", dir: "rtl" });
  expect((await send({})).body).toMatchObject({ language: "en", dir: "ltr" });
});

test("its author may name it, and take that back", async () => {
  const { body: item } = await send({ ...french, language: "en" });
  expect(item).toMatchObject({ language: "en", dir: "ltr" });
  const newest = async () =>
    (await app.call("GET", `/content/${item.id}/newest`, { token: writer.access_token })).body;
  expect(await newest()).toMatchObject({ language: "en", language_given: true });
  expect((await change(item.id, { title: "Un autre titre" })).body.language).toBe("en");
  expect((await change(item.id, { language: "" })).body).toMatchObject({ language: "fr", revision: 3 });
  expect(await newest()).toMatchObject({ language: "fr", language_given: false });
  expect((await change(item.id, { language: "" })).body.code).toBe("nothing_changed");
  expect((await send({ language: "de" })).status).toBe(400);
});

test("a named language is part of what is approved; a detected one leaves the bytes as they were", async () => {
  const canonical = async (fields: object) => {
    const { body } = await send(fields);
    await decide(app, body.id, { decision: "approved", reviewerId: admin.user_id });
    return JSON.parse((await app.inject({ url: `/content/${body.id}/canonical` })).body);
  };
  expect(await canonical({ ...french, language: "fr" })).toMatchObject({ language: "fr" });
  expect(await canonical(french)).not.toHaveProperty("language");
});

test.each([
  ["كتاب", ["فن الكتابة: كتابة واضحة", "كِتَابٌ قديم", "الكتاب الأول"]],
  ["كتابة", ["فن الكتابة: كتابة واضحة", "كِتَابٌ قديم", "الكتاب الأول"]],
  ["برمجة", ["دروس في برمجة Containers", "لغات البرمجة"]],
  ["البرمجة", ["دروس في برمجة Containers", "لغات البرمجة"]],
  ["كـــتاب أوّل", ["الكتاب الأول"]],
  ["verifie", ["Un texte vérifié", "Un déploiement vérifié"]],
  ["vérifié", ["Un texte vérifié", "Un déploiement vérifié"]],
  ["container", ["دروس في برمجة Containers"]],
  ["conteneur", ["Des conteneurs et leurs sondes"]],
  ["kubernets", ["Kubernetes without tears"]],
  ["برمجة -دروس", ["لغات البرمجة"]],
])("%s finds every form of the word", async (q, wanted) => {
  const found = await search({ q });
  expect(wanted.filter((title) => !found.includes(title))).toEqual([]);
  const others = ["مكتبة في المدينة", "Verified builds"].filter(
    (title) => q !== "verifie" || title.startsWith("م"),
  );
  if (!/[a-zé]/.test(q)) expect(found.filter((title: string) => others.includes(title))).toEqual([]);
});

test("lists and searches can be of one language, in pages without gaps", async () => {
  const seen = await readAll<ContentItem>(app, "/content?language=ar&per_page=2");
  expect(seen.every(({ language }) => language === "ar")).toBe(true);
  expect(seen).toHaveLength(6);
  expect(new Set(seen.map(({ title }) => title)).size).toBe(6);
  expect(await search({ language: "en" })).toEqual(["Verified builds", "Kubernetes without tears"]);
  expect(await search({ q: "container", language: "fr" })).toEqual([]);
  expect(await search({ q: "container", language: "ar" })).toEqual(["دروس في برمجة Containers"]);
  expect((await app.call("GET", "/content?language=de")).status).toBe(400);
  expect((await app.call("GET", "/content?language=fr&user_id=1")).status).toBe(400);
});

test("a list of one language shows what is published after it was asked for", async () => {
  const list = async () => titlesOf(await app.call("GET", "/content?language=fr"));
  const before = await list();
  const { body } = await send({ ...french, title: "Tout nouveau" });
  await decide(app, body.id, { decision: "approved", reviewerId: admin.user_id });
  expect(await list()).toEqual(["Tout nouveau", ...before]);
});

test("members get the languages they read, in the order of their taste, and everything when none is chosen", async () => {
  const { access_token: token } = await registerMember(app);
  const profile = (languages: unknown) => app.call("PATCH", "/profiles/me", { token, body: { languages } });
  const read = (query = "") => readAll<ContentItem>(app, `/content?per_page=3${query}`, { token });
  const all = await read();
  expect((await profile(["fr", "ar"])).body.languages).toEqual(["fr", "ar"]);
  const chosen = await read();
  expect(chosen.map(({ id }) => id)).toEqual(
    all.filter(({ language }) => language !== "en").map(({ id }) => id),
  );
  expect((await read("&language=en")).map(({ language }) => language)).toEqual(["en", "en"]);
  expect((await profile("")).body.languages).toEqual([]);
  expect((await read()).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect((await profile(["de"])).status).toBe(400);
});
