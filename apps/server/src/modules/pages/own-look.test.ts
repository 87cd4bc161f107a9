import { type Role, screens } from "@cairn/contract";
import {
  buildTestApp,
  builtSite,
  by,
  type Member,
  registerMember,
  registration,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { encodeForm } from "@tests/support/server/forms.ts";
import { mailsTo } from "@tests/support/server/mails.ts";
import { png } from "@tests/support/server/media.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Site } from "../../lib/site-look.ts";
import { createAuthMails } from "../auth/auth-mails.ts";
import { writeNoticeMail } from "../notice-delivery/notice-mails.ts";
import { firstSignInNotice } from "../social-login/social-login.mails.ts";

/*
 * A site with its own name (docs/rules.md#settings): its pages, mails, feeds, cards and errors show that name, and never
 * Cairn's.
 */

let app: TestApp;
let admin: Member;
let item: number;
beforeAll(async () => {
  app = await buildTestApp(
    { rateLimits: false, securityContacts: ["mailto:security@school.example"] },
    builtSite,
  );
  admin = await verifiedAdmin(app);
  const writer = await registerMember(app, "TechWriter", { name: "Wanjiru Kamau" });
  item = await makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id, title: "On indexes" });
  const look = { name: "Oak & Elm", tagline: "Learn by doing", accent: "#7a1f5c" };
  const changed = await app.call("PATCH", "/admin/settings", by(admin, look));
  expect(changed.status).toBe(200);
  const imprint = { title: "Imprint", body: "The school of **Oak & Elm**.", language: "en" };
  const written = await app.call("PUT", "/admin/site/pages/imprint", by(admin, imprint));
  expect(written.status).toBe(200);
});
afterAll(() => app.close());

const browser = { accept: "text/html" };
const load = (url: string, headers: Record<string, string> = browser) => app.call("GET", url, { headers });
const textOf = async (url: string, headers = browser) => String((await load(url, headers)).body);

test("every page has the site's name, and none that of Cairn", async () => {
  const author = (await app.call("GET", `/content/${item}`)).body.author_id;
  const paths = Object.values(screens).map((path) =>
    path === screens.author
      ? `/authors/${author}`
      : path.replace(":slug", "imprint").replace(":id", path === screens.post ? String(item) : "1"),
  );
  const missing = ["/no/such/page", "/posts/999999", "/authors/999999", "/series/999999", "/about/nothing"];
  for (const path of [...paths, ...missing, "/docs", "/notices/choices?token=x", "/posts?q=indexes"]) {
    const html = await textOf(path);
    expect(html, path).toContain("Oak &amp; Elm");
    expect(html, path).not.toMatch(/\bcairn\b/i);
  }
});

test("a page brings the name, the tagline, the joining rule and the colour before it is painted", async () => {
  const html = await textOf("/login");
  const [, content = ""] = /<meta name="site" content="([^"]*)">/.exec(html) ?? [];
  expect(JSON.parse(content.replaceAll("&quot;", '"').replaceAll("&amp;", "&"))).toEqual({
    name: "Oak & Elm",
    tagline: "Learn by doing",
    logo: null,
    joining: "open",
    audience: "everyone",
    pages: [{ slug: "imprint", title: "Imprint" }],
  });
  const [, style = ""] = /<link rel="stylesheet" href="(\/site\/look\/\d+\.css)">/.exec(html) ?? [];
  const answer = await load(style);
  expect(answer.headers["content-type"]).toContain("text/css");
  expect(answer.headers["cache-control"]).toContain("immutable");
  expect(answer.body).toContain("--tarn-700:#7a1f5c");
});

test.each([
  "/feed.xml",
  "/podcast.xml",
  "/openapi.json",
  "/manifest.webmanifest",
  "/robots.txt",
  "/sitemap.xml",
  "/categories/1/feed.xml",
  "/.well-known/security.txt",
  "/site",
  "/site/pages",
  "/site/pages/imprint",
  "/auth/providers",
])("%s does not name Cairn", async (path) => {
  const { status, body } = await load(path, { accept: "*/*" });
  expect(status).toBe(200);
  expect(typeof body === "string" ? body : JSON.stringify(body)).not.toMatch(/\bCairn\b/);
});

test("the feeds and the podcast of an author do not name Cairn", async () => {
  const author = (await app.call("GET", `/content/${item}`)).body.author_id;
  for (const path of [`/authors/${author}/feed.xml`, `/authors/${author}/podcast.xml`])
    expect(await textOf(path, { accept: "*/*" }), path).not.toMatch(/\bCairn\b/);
});

test("the manifest has the name, the tagline and the colour", async () => {
  expect(JSON.parse(await textOf("/manifest.webmanifest"))).toMatchObject({
    name: "Oak & Elm",
    short_name: "Oak & Elm",
    description: "Learn by doing",
    theme_color: "#7a1f5c",
  });
});

test("errors do not name Cairn", async () => {
  for (const [url, headers] of [
    ["/auth/me", {}],
    ["/content/999999", { accept: "application/json" }],
    ["/no/such/call", { accept: "application/json" }],
  ] as const) {
    const answer = await load(url, headers);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(answer.body) + JSON.stringify(answer.headers)).not.toMatch(/\bCairn\b/);
  }
});

test("mails come from the site, and do not name Cairn", async () => {
  const facts = registration();
  await app.call("POST", "/auth/register", { body: facts });
  await app.call("POST", "/auth/request-password-reset", { body: { identifier: facts.email } });
  await app.call(
    "POST",
    "/admin/users",
    by(admin, { name: "Chebet", email: "chebet@school.example", role: "User" }),
  );
  await app.call("POST", "/admin/invitations", by(admin, { email: "daudi@school.example" }));
  const mails = await mailsTo(app);
  expect(mails.length).toBeGreaterThanOrEqual(4);
  for (const { headers, subject, text } of mails) {
    expect(headers.from).toMatch(/^"?Oak & Elm"? </);
    expect(subject + text).not.toMatch(/\bCairn\b/);
    expect(text).toContain("Oak & Elm, http://localhost:5000");
  }
});

test("no mail that the site can send names Cairn", () => {
  const site = () => ({ name: "Oak & Elm" }) as ReturnType<Site>;
  const publicUrl = "https://school.example";
  const mails = createAuthMails(publicUrl, site);
  const [link, role, day] = [`${publicUrl}/x?token=y`, "Admin" as Role, new Date()];
  const notice = {
    subject: "Your week on Oak & Elm",
    sections: [{ title: "New", entries: [{ title: "On indexes", note: "A post", url: publicUrl }] }],
    choicesUrl: link,
    publicUrl,
    siteName: "Oak & Elm",
  };
  const all = [
    mails.confirm(link, role, true),
    mails.takenOver(link),
    mails.addressReplaced(),
    mails.resetCode("ABC123"),
    mails.invitation(link, role),
    mails.joinInvitation(link, role, day),
    mails.approved(),
    mails.refused(),
    mails.passwordSet(),
    ...(["open", "join", "claim"] as const).map((way) =>
      firstSignInNotice(way, "Google", { publicUrl, siteName: "Oak & Elm" }),
    ),
    writeNoticeMail(notice),
  ];
  for (const mail of all) {
    const words = Object.values(mail).join("\n");
    expect(words).toContain("Oak &");
    expect(words).not.toMatch(/\bcairn\b/i);
  }
});

test("a link's card is drawn again in the site's colour, at another address", async () => {
  const cardOf = async () => {
    const html = await textOf(`/posts/${item}`);
    const [, url = ""] =
      /<meta property="og:image" content="http:\/\/localhost:5000([^"]*)">/.exec(html) ?? [];
    return url;
  };
  const url = await cardOf();
  const card = await app.inject({ url });
  expect(card.statusCode).toBe(200);
  const pixel = await sharp(card.rawPayload)
    .extract({ left: 600, top: 625, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect([...pixel.subarray(0, 3)].map((part) => Math.round(part / 8))).toEqual(
    [0x7a, 0x1f, 0x5c].map((part) => Math.round(part / 8)),
  );
  await app.call("PATCH", "/admin/settings", by(admin, { accent: "#06546a" }));
  expect(await cardOf()).not.toBe(url);
  expect((await app.inject({ url })).statusCode).toBe(404);
  await app.call("PATCH", "/admin/settings", by(admin, { accent: "#7a1f5c" }));
});

describe("with a logo", () => {
  test("pages show it at its size, and it is the icon of tabs, devices and feeds", async () => {
    const { body, headers } = await encodeForm({}, await png({ width: 300, height: 100 }));
    const put = await app.call("PUT", "/admin/settings/logo", { ...by(admin), body, headers });
    const logo = put.body.logo_url;
    for (const path of ["/", "/login"]) {
      const html = await textOf(path);
      expect(html, path).toContain(`&quot;url&quot;:&quot;${logo}&quot;,&quot;ratio&quot;:3`);
      expect(html, path).toContain(`href="${logo.replace("logo.png", "icon-192.png")}" type="image/png"`);
      expect(html, path).not.toContain("favicon.svg");
    }
    expect(await textOf("/")).toContain(`src="${logo}" width="90" height="30" alt="Oak &amp; Elm"`);
    // A page of the build shows the mark before.
    expect(await textOf("/login")).toContain(`src="${logo}" width="84" height="28" alt="Oak &amp; Elm"`);
    expect(JSON.parse(await textOf("/manifest.webmanifest")).icons).toHaveLength(3);
    expect(await textOf("/feed.xml")).toContain("icon-192.png");
    await app.call("DELETE", "/admin/settings/logo", by(admin));
  });
});

test("a site that nobody has named is as it was built", async () => {
  const fresh = await buildTestApp({ rateLimits: false }, builtSite);
  try {
    const answer = await fresh.call("GET", "/login", { headers: browser });
    expect(answer.body).toContain("<title>Log In · Cairn</title>");
    expect(answer.body).not.toContain('<meta name="site"');
    expect(answer.body).toContain("/favicon.svg");
    expect((await fresh.call("GET", "/", { headers: browser })).body).not.toContain("About this site");
    expect((await fresh.call("GET", "/manifest.webmanifest")).body).toContain('"short_name": "Cairn"');
  } finally {
    await fresh.close();
  }
});
