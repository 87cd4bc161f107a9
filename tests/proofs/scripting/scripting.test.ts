import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits, screenFile, screens, withoutUnseen } from "@cairn/contract";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderArticle, renderComment } from "../../../apps/server/src/lib/markdown.ts";
import { cleanHtml } from "../../../apps/server/src/modules/feeds/reading/clean-html.ts";
import {
  type Answer,
  buildTestApp,
  type Member,
  password,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "../../support/server/app.ts";
import { type ExternalSite, openExternalSite } from "../../support/server/external-site.ts";
import { feedsAt, makeArticle, makeVideo, sendFeeds } from "../../support/server/feeds.ts";
import { sendForm } from "../../support/server/forms.ts";
import { jpeg } from "../../support/server/media.ts";
import { mark, payloads } from "./payloads.ts";
import { problemsIn, skeletonOf } from "./readable.ts";

/** Promise 9, the server's half: foreign text in every place that stores it comes back as text, or as HTML to be read. */

/** The whole run takes every payload through every place; rendering alone is always looked at for all. */
const stored = Number(process.env.SCRIPT_PAYLOADS ?? 40);
const step = Math.max(1, Math.floor(payloads.length / stored));
const sample = payloads.filter((_payload, index) => index % step === 0);
const patience = 60_000 + sample.length * 500;

const shell = "<!doctype html><html><head><title>Cairn</title></head><body><div id=root></div></body></html>";
const pages = ["shell.html", ...Object.keys(screens).map(screenFile)];

type Person = Member;

let app: TestApp;
let externalSite: ExternalSite;
let siteDir: string;
let author: Person;
let admin: Person;
beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), "cairn-site-"));
  await mkdir(join(siteDir, "screens"));
  for (const page of pages) await writeFile(join(siteDir, page), shell);
  externalSite = await openExternalSite(hostileFeeds());
  app = await buildTestApp({ rateLimits: false, ...feedsAt(externalSite.url) }, siteDir);
  author = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
});
afterAll(async () => {
  process.stdout.write(
    `FIGURE ${payloads.length} payloads rendered, ${sample.length} stored in every place\n`,
  );
  await app.close();
  await externalSite.close();
  await rm(siteDir, { recursive: true });
});

/** Every field of every item is hostile; of every second one its address as well. */
function hostileFeeds() {
  const addressOf = (index: number) =>
    index % 2 === 0 ? `javascript:${mark}` : `https://articles.example/${index}`;
  const videos = sample.map((text, index) =>
    makeVideo({ title: text, description: text, author: text, link: addressOf(index) }),
  );
  const articles = sample.map((text, index) => ({
    ...makeArticle({ id: index + 1, title: text, description: text, user: { name: text }, tag_list: [text] }),
    url: addressOf(index),
    body_html: `<p>${text}</p>`,
  }));
  return sendFeeds({ videos: { items: videos }, articles });
}

const ask = (
  call: string,
  { user_id: _id, access_token: token }: Person,
  body?: unknown,
): Promise<Answer> => {
  const [method = "", url = ""] = call.split(" ");
  return app.call(method as "GET", url, { token, ...(body !== undefined && { body }) });
};

/** JSON, and nothing that a browser would take for anything else. */
function expectJson({ status, headers }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(headers["x-content-type-options"]).toBe("nosniff");
}

/** Every `body_html` anywhere in an answer. */
function htmlIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === "body_html" && typeof part === "string" ? [part] : htmlIn(part),
  );
}

const expectReadable = (answer: Answer): void => {
  expectJson(answer);
  for (const text of htmlIn(answer.body)) expect(problemsIn(text)).toEqual([]);
};

test("there are a thousand payloads, and the check detects each", () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(1_000);
  const told = payloads.filter((payload) => problemsIn(payload).length > 0);
  // The others are Markdown: nothing before they are rendered.
  expect(told.length).toBeGreaterThan(700);
});

describe("rendered, none of a thousand payloads is active", () => {
  const commentHtml = (source: string) => renderComment(source).html;
  const renderers = { renderArticle, commentHtml, cleanHtml };
  test.each(Object.entries(renderers))("by %s", (_name, render) => {
    for (const payload of payloads) expect([payload, problemsIn(render(payload))]).toEqual([payload, []]);
  });
});

describe("stored through the calls, it stays text", () => {
  const long = (text: string, length: number) => text.slice(0, length);
  /** What names and titles take of it: line breaks and what is invisible are refused there. */
  const line = (text: string, length: number) => long(withoutUnseen(text), length);

  test(
    "in an item's title, words, file and file name, in comments, reports and reasons",
    async () => {
      const { bytes, type } = await jpeg();
      for (const payload of sample) {
        const fields = {
          title: line(payload, limits.titleLength),
          body: payload,
          category: "1",
          alt: long(payload, 400),
        };
        const file = { bytes, type, name: payload };
        const item = await sendForm(app, "POST", "/content", { token: author.access_token, fields, file });
        expectReadable(item);
        expect([201, 400]).toContain(item.status);
        const made = item.status === 201 ? item : await ask("POST /content", author, fields);
        expect(made.status).toBe(201);
        const url = `/content/${made.body.id}`;
        const admins = `/admin${url}`;
        const answers = [
          await ask(`GET ${admins}/revisions/1`, admin),
          await ask(`POST ${admins}/approve`, admin, { revision: 1 }),
          await ask(`POST ${url}/comments`, author, { body: payload }),
          await ask(`POST ${url}/report`, author, { reason: payload }),
          await ask(`GET ${url}`, author),
          await ask(`GET ${url}/comments`, author),
          await ask(`GET ${url}/canonical`, author),
          await ask(
            `GET /content/search?q=${encodeURIComponent(long(payload, limits.searchLength))}`,
            author,
          ),
        ];
        for (const answer of answers) {
          expectReadable(answer);
          expect(answer.status).toBeLessThan(400);
        }
        expect(answers[4]?.body.media_url ?? "").toMatch(/^(\/(api\/)?media\/[\w.-]+(\?[\w=&-]+)?)?$/);
        await expectSafePreview(made.body.id);
      }
      for (const list of ["content", "reports", "activity", "overview"])
        expectJson(await ask(`GET /admin/${list}`, admin));
      for (const list of ["content", "api/ledger", "notifications"])
        expectJson(await ask(`GET /${list}`, author));
      await expectSafeFeed();
      const csv = await ask("GET /admin/activity.csv", admin);
      expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
      expect(csv.headers["content-disposition"]).toContain("attachment");
    },
    patience,
  );

  test(
    "in names, profiles, links, interests, categories and accounts",
    async () => {
      for (const payload of sample) {
        const name = line(payload, limits.nameLength);
        const link = { label: line(payload, limits.socialLinkLabelLength), url: "https://example.test/" };
        const profile = {
          name,
          bio: payload,
          social_links: [link],
          interests: [line(payload, limits.interestLength)],
        };
        const changed = await ask("PATCH /profiles/me", author, profile);
        expectJson(changed);
        expect(changed.status).toBe(200);
        const refused = await ask("PATCH /profiles/me", author, {
          social_links: [{ label: "x", url: payload }],
        });
        expectJson(refused);
        const { social_links: links } = (await ask("GET /profiles/me", author)).body;
        for (const { url } of links) expect(url).toMatch(/^https?:\/\//);
        expectJson(
          await ask("POST /admin/categories", admin, {
            name: line(payload, limits.categoryLength),
            description: payload,
          }),
        );
        expectJson(await app.call("POST", "/auth/login", { body: { email: payload, password } }));
      }
      for (const list of ["users", "categories"]) expectJson(await ask(`GET /admin/${list}`, admin));
    },
    patience,
  );

  test(
    "in the external feeds",
    async () => {
      await app.feeds.refreshNow();
      const [videos, articles] = [
        await ask("GET /feeds/videos", author),
        await ask("GET /feeds/articles", author),
      ];
      for (const list of [videos, articles]) {
        expectJson(list);
        expect(list.headers["x-feed-source"]).toBe("live");
      }
      const links = [
        ...videos.body.items.map(({ link }: { link: string }) => link),
        ...articles.body.map(({ url }: { url: string }) => url),
      ];
      for (const link of links) expect(link).toMatch(/^(https?:\/\/|$)/);
      for (const { id } of articles.body) expectReadable(await ask(`GET /feeds/articles/${id}`, author));
    },
    patience,
  );
});

/** Whatever is in the title: the same elements with the same attributes. */
async function expectSafePreview(id: number): Promise<void> {
  const page = await app.call("GET", `/posts/${id}`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  const head = ["html", "head", "title", "meta name content", "link rel href", "meta name content"];
  const skeleton = skeletonOf(page.body);
  expect(skeleton.slice(0, head.length)).toEqual(head);
  const rest = skeleton.slice(head.length);
  expect(rest.filter((part) => part !== "meta property content")).toEqual(["body", "div id"]);
}

/** The feed is XML whose texts, read as HTML once more, are nothing but text. */
async function expectSafeFeed(): Promise<void> {
  const { body, headers } = await app.call("GET", "/feed.xml");
  expect(headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  const names = new Set<string>();
  const texts: string[] = [];
  let entries = 0;
  const parser = new Parser(
    {
      onopentag(name, { href }) {
        names.add(name);
        if (name === "entry") entries += 1;
        if (href !== undefined) expect(href).toMatch(/^https?:\/\//);
      },
      ontext: (text) => void texts.push(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(body);
  expect(entries).toBeGreaterThan(10);
  const known =
    "feed id title updated generator author name link subtitle rights entry summary content category published icon logo";
  expect([...names].filter((name) => !known.split(" ").includes(name))).toEqual([]);
  expect(texts.flatMap(problemsIn)).toEqual([]);
}
