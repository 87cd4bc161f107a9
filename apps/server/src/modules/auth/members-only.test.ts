import { openScreens, screens } from "@cairn/contract";
import {
  buildTestApp,
  builtSite,
  by,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { decide, makeItem } from "@tests/support/server/content.ts";
import { endpoints, nameOf } from "@tests/support/server/endpoints.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, mp3 } from "@tests/support/server/media.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/*
 * A site for members only (docs/rules.md#members-only): whoever is none gets nothing of what is on it, whichever way they
 * ask. Words are planted wherever a member can write, and every route is asked for them.
 */

let app: TestApp;
let writer: Member;
let admin: Member;
/** Addresses of everything that the words are in. */
let places: string[];
let picture: string;

/** No other text has them. */
const words = {
  title: "Quornbeam",
  body: "Zwiefalten",
  author: "Ypsilonia",
  bio: "Grimbarth",
  category: "Wolkenstein",
  series: "Tafelberg",
  comment: "Murmelbach",
  chapter: "Silberdistel",
  caption: "Habichtswald",
  alt: "Fingerhutsee",
};
const planted = new RegExp(Object.values(words).join("|"), "i");

const setAudience = (audience: string) => app.call("PATCH", "/admin/settings", by(admin, { audience }));
const page = { accept: "text/html" };
const cookieOf = async (member: Member): Promise<string> => {
  const { headers } = await app.call("GET", "/auth/me", by(member));
  return String(headers["set-cookie"]).split(";", 1)[0] ?? "";
};

beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false }, builtSite);
  admin = await verifiedAdmin(app);
  writer = await registerMember(app, "TechWriter", { name: words.author });
  await app.call("PATCH", "/profiles/me", by(writer, { bio: words.bio }));
  const imprint = { title: "Imprint", body: "The school." };
  await app.call("PUT", "/admin/site/pages/imprint", by(admin, imprint));
  const { body: category } = await app.call(
    "POST",
    "/admin/categories",
    by(admin, { name: words.category, description: words.category }),
  );
  const photo = await sendForm(app, "PATCH", "/profiles/me", {
    token: writer.access_token,
    file: { ...(await jpeg()), part: "avatar" },
  });
  const { body: captions } = await sendForm(app, "POST", "/captions", {
    fields: { language: "en" },
    file: { bytes: Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${words.caption}\n`), type: "text/vtt" },
    token: writer.access_token,
  });
  const { status, body: sent } = await sendForm(app, "POST", "/content", {
    fields: draftFields({
      title: words.title,
      body: `${words.body} and more.`,
      content_type: "Audio",
      category: String(category.id),
      captions: captions.key,
      chapters: JSON.stringify([{ at: 0, title: words.chapter }]),
      alt: words.alt,
    }),
    file: mp3(),
    token: writer.access_token,
  });
  expect(status, JSON.stringify(sent)).toBe(201);
  await decide(app, sent.id, { reviewerId: admin.user_id, decision: "approved" });
  await app.call("POST", `/content/${sent.id}/comments`, by(writer, { body: words.comment }));
  const { body: series } = await app.call("POST", "/series", by(writer, { title: words.series }));
  await app.call("PATCH", `/series/${series.id}`, by(writer, { items: [sent.id] }));

  const item = (await app.call("GET", `/content/${sent.id}`)).body;
  picture = String(item.author_avatar_url ?? photo.body.avatar_url);
  const html = String((await app.call("GET", `/posts/${sent.id}`, { headers: page })).body);
  const card = /<meta property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(html)?.[1] ?? "";
  const idOf = (path: string) =>
    path.startsWith("/categories") ? category.id : path.includes("series") ? series.id : undefined;
  const filled = (path: string) =>
    path
      .replace(/^(\/api)?\/authors\/:id/, `$1/authors/${writer.user_id}`)
      .replace(":id", String(idOf(path) ?? sent.id))
      .replace(":slug", "imprint")
      .replace(":provider", "google")
      .replace(":kind/:file", "posts/1.xml")
      .replace("/log/tile/:level/*", "/log/tile/entries/000.p/1");
  const reads = app.routes.filter(({ method, url }) => method === "GET" && !/[:*]/.test(filled(url)));
  places = [
    ...new Set([
      ...reads.map(({ url }) => filled(url)),
      ...[`/content/search?q=${words.title}`, `/posts?q=${words.title}`, `/authors?q=${words.author}`],
      ...[item.media.url, item.captions[0].url, picture, card],
    ]),
  ].sort();
});
afterAll(() => app.close());

const forms = [page, { accept: "application/json" }, { accept: "*/*" }];

test("on an open site the words are where they are looked for", async () => {
  const found = new Set<string>();
  for (const place of places) {
    for (const headers of forms) {
      const { payload } = await app.inject({ url: place, headers });
      for (const word of payload.match(new RegExp(planted, "gi")) ?? []) found.add(word.toLowerCase());
    }
  }
  expect([...found].sort()).toEqual(
    Object.values(words)
      .map((word) => word.toLowerCase())
      .sort(),
  );
});

test("nothing that a member wrote reaches a visitor once the site is for members, although all of it was cached", async () => {
  // The first test has filled every cache.
  await setAudience("members");
  try {
    for (const place of places) {
      for (const headers of forms) {
        const { payload, headers: said } = await app.inject({ url: place, headers });
        // A redirect repeats what was asked for.
        expect(payload + JSON.stringify({ ...said, location: null }), place).not.toMatch(planted);
      }
    }
    expect((await app.inject({ url: picture })).statusCode).toBe(401);
  } finally {
    await setAudience("everyone");
  }
});

describe("a site for members only", () => {
  beforeAll(() => setAudience("members"));
  afterAll(() => setAudience("everyone"));

  test("says so, and answers visitors these calls and no others", async () => {
    expect((await app.call("GET", "/site")).body.audience).toBe("members");
    const open = endpoints.filter(({ access, open: isOpen }) => access === "visitor" && isOpen);
    expect(open.map(nameOf).sort()).toEqual([
      "GET /auth/providers",
      "GET /health/live",
      "GET /health/ready",
      "GET /log",
      "GET /site",
      "GET /site/pages",
      "GET /site/pages/:slug",
      "POST /auth/check-confirmation",
      "POST /auth/confirm-email",
      "POST /auth/login",
      "POST /auth/register",
      "POST /auth/request-password-reset",
      "POST /auth/reset-password",
      "POST /auth/verify-reset-code",
    ]);
    for (const { method, path } of endpoints.filter(
      ({ access, open: isOpen }) => access === "visitor" && !isOpen,
    )) {
      const url = path.replaceAll(/:\w+/g, "1");
      for (const prefix of ["", "/api"]) {
        const answer = await app.call(method, prefix + url, { headers: { accept: "application/json" } });
        expect([answer.status, answer.body.code], url).toEqual([401, "sign_in_required"]);
      }
    }
  });

  test("leads visitors from every page to the log-in, which knows the way back", async () => {
    for (const path of Object.values(screens)) {
      const url = path.replace(":id", "1").replace(":slug", "imprint");
      const { status, headers } = await app.call("GET", url, { headers: page });
      expect([status, headers.location], path).toEqual(
        openScreens.includes(path) ? [200, undefined] : [302, `/login?from=${encodeURIComponent(url)}`],
      );
    }
    const { headers } = await app.call("GET", "/posts/1?t=95");
    expect(headers.location).toBe("/login?from=%2Fposts%2F1%3Ft%3D95");
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("tells robots to stay away, and shows the first page without what is on the site", async () => {
    expect((await app.call("GET", "/robots.txt")).body).toBe("User-agent: *\nDisallow: /\n");
    const first = await app.call("GET", "/", { headers: page });
    expect(first.status).toBe(200);
    expect(first.body).toContain("is for its members");
    expect(String(first.body).includes("Browse the library")).toBe(false);
  });

  test("keeps the log open, whose entries are commitments, and its proofs closed", async () => {
    for (const path of ["/log", "/log/key", "/log/checkpoint", "/log/tile/entries/000.p/1"])
      expect([path, (await app.call("GET", path)).status]).toEqual([path, 200]);
    expect((await app.call("GET", `/content/1/proof`)).status).toBe(401);
  });

  test("shows members all of it, by a token or by the cookie that their browser got with the first call", async () => {
    const cookie = await cookieOf(writer);
    expect(cookie).toMatch(/^cairn_reader=[\w-]{43}$/);
    const open = [/^\/content\/\d+$/, /^\/authors\/\d+$/, /^\/feed\.xml$/, /^\/media\//, /^\/posts\/\d+$/];
    for (const place of places.filter((path) => open.some((one) => one.test(path)))) {
      const answer = await app.call("GET", place, by(writer));
      expect([place, answer.status]).toEqual([place, 200]);
    }
    const html = await app.call("GET", places.find((path) => /^\/posts\/\d+$/.test(path)) ?? "", {
      headers: { ...page, cookie },
    });
    expect(html.status).toBe(200);
    expect(html.body).toContain(words.body);
    expect(html.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
    const photo = await app.call("GET", picture, { headers: { cookie } });
    expect([photo.status, photo.headers["cache-control"]]).toEqual([
      200,
      "private, max-age=3600, must-revalidate",
    ]);
  });

  test("takes the cookie for what visitors of another site may read, and for nothing that wants to know the member", async () => {
    const member = await registerMember(app);
    const cookie = await cookieOf(member);
    const withCookie = (url: string, value = cookie) =>
      app.call("GET", url, { headers: { accept: "application/json", cookie: value } });
    const found = await withCookie("/content/search");
    expect([found.status, found.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
    expect((await withCookie(picture)).status).toBe(200);
    for (const path of ["/auth/me", "/saved", "/admin/users"])
      expect((await withCookie(path)).status).toBe(401);
    const written = await app.call("POST", "/content", { headers: { cookie }, body: draftFields() });
    expect(written.status).toBe(401);

    const [name, value = ""] = cookie.split("=");
    const forged = Buffer.from(value, "base64url");
    forged[0] = (forged[0] ?? 0) ^ 1;
    expect((await withCookie(picture, `${name}=${forged.toString("base64url")}`)).status).toBe(401);

    await app.call("DELETE", "/auth/logout", { token: member.refresh_token });
    expect((await withCookie(picture)).status).toBe(401);
  });

  test("gives a browser one cookie for its session, and programs none", async () => {
    const member = await registerMember(app);
    const cookie = await cookieOf(member);
    const again = await app.call("GET", "/auth/me", { token: member.access_token, headers: { cookie } });
    expect(again.headers["set-cookie"]).toBeUndefined();
    const { body: made } = await app.call(
      "POST",
      "/profiles/me/tokens",
      by(member, { name: "bot", scopes: ["read"], ends_at: new Date(app.now().getTime() + 86_400_000) }),
    );
    const read = await app.call("GET", picture, { token: made.token });
    expect([read.status, read.headers["set-cookie"]]).toEqual([200, undefined]);
  });
});

test("is closed within a second on another instance, whatever that has cached", async () => {
  const second = await buildTestApp({ rateLimits: false }, builtSite, { db: app.db, store: app.store });
  const item = places.find((path) => /^\/posts\/\d+$/.test(path)) ?? "";
  try {
    for (const _ of [1, 2]) expect((await second.call("GET", item, { headers: page })).status).toBe(200);
    await setAudience("members");
    await expect.poll(async () => (await second.call("GET", item, { headers: page })).status).toBe(302);
    await setAudience("everyone");
    await expect.poll(async () => (await second.call("GET", item, { headers: page })).status).toBe(200);
  } finally {
    await second.http.close();
  }
});

describe("a site that the environment makes one for members only", () => {
  let fixed: TestApp;
  beforeAll(async () => {
    fixed = await buildTestApp({ rateLimits: false, fixedSettings: { audience: "members" } });
  });
  afterAll(() => fixed.close());

  test("can be opened by no admin", async () => {
    const owner = await verifiedAdmin(fixed);
    const id = await makeItem(fixed, { authorId: owner.user_id });
    expect((await fixed.call("GET", `/content/${id}`)).status).toBe(401);
    const answer = await fixed.call("PATCH", "/admin/settings", by(owner, { audience: "everyone" }));
    expect(answer.body.error).toBe("Audience is set by the server's environment and cannot be changed here.");
  });

  test("takes the cookie of a session while it lasts, and not long after its end either", async () => {
    const hours = (count: number) => count * 60 * 60 * 1000;
    const feedWith = async (cookie: string) =>
      (await fixed.call("GET", "/feed.xml", { headers: { cookie } })).status;
    const [one, other] = [await registerMember(fixed), await registerMember(fixed)];
    const read = async (member: Member) =>
      String((await fixed.call("GET", "/auth/me", by(member))).headers["set-cookie"]).split(";", 1)[0] ?? "";
    const [ended, idle] = [await read(one), await read(other)];
    await fixed.call("DELETE", "/auth/logout", { token: one.refresh_token });
    expect([await feedWith(ended), await feedWith(idle)]).toEqual([401, 200]);
    // The process has forgotten by then that the session ended.
    fixed.passTime(hours(24));
    expect([await feedWith(ended), await feedWith(idle)]).toEqual([401, 200]);
    fixed.passTime(hours(14 * 24));
    expect(await feedWith(idle)).toBe(401);
  });
});
