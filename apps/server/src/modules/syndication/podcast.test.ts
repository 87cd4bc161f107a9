import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { decide, makeItem, unpublish } from "@tests/support/server/content.ts";
import { draftFields, type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { mp3, ogg, png } from "@tests/support/server/media.ts";
import { parseRssFeed } from "feedsmith";
import { parseFeed } from "htmlparser2";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { podcastGuid } from "./podcast-guid.ts";

const site = "https://cairn.example";
let app: TestApp;
let writer: Member;
let reviewerId: number;
beforeAll(async () => {
  app = await buildTestApp({ publicUrl: site, rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  reviewerId = (await registerMember(app, "Admin")).user_id;
  await app.call("PATCH", "/profiles/me", { token: writer.access_token, body: { name: "Amina & <Co>" } });
});
afterAll(() => app.close());

async function send(fields: Record<string, string>, file: FormFile, { approved = true } = {}) {
  const token = writer.access_token;
  const { body } = await sendForm(app, "POST", "/content", { token, fields: draftFields(fields), file });
  if (approved) await decide(app, body.id, { reviewerId, decision: "approved" });
  return body;
}
async function read(path: string) {
  const { status, headers, body } = await app.call("GET", path);
  expect([path, status, headers["content-type"]]).toEqual([path, 200, "application/rss+xml; charset=utf-8"]);
  return { feed: parseRssFeed(body), other: parseFeed(body), headers, body: String(body) };
}
/** What a podcast program gets at an absolute address of the feed. */
const load = (address = "", headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") => {
  expect(address.startsWith(`${site}/`)).toBe(true);
  return app.inject({ method, url: address.slice(site.length), headers });
};
const titles = async (path: string) => (await read(path)).feed.items?.map(({ title }) => title) ?? [];

test("a podcast has everything that directories ask for, and files of the length that it says", async () => {
  const token = writer.access_token;
  const vtt: FormFile = {
    bytes: Buffer.from("WEBVTT\n\n00:00.000 --> 00:02.000\nStone on stone.\n"),
    type: "text/vtt",
  };
  const captions = await sendForm(app, "POST", "/captions", {
    fields: { language: "en-GB" },
    file: vtt,
    token,
  });
  const cover = await sendForm(app, "POST", "/pictures", {
    fields: { alt: "Stones" },
    file: await png({ width: 1400, height: 1400 }),
    token,
  });
  const chapters = [
    { at: 0, title: "First & <one>" },
    { at: 1.5, title: "Second" },
  ];
  const title = "Stones & <angles> ]]> \u{1faa8}";
  const { id } = await send(
    {
      title,
      body: "Words with `<b>` & more.",
      captions: captions.body.key,
      chapters: JSON.stringify(chapters),
      cover: cover.body.key,
    },
    mp3(),
  );

  const { feed, other, body } = await read(`/authors/${writer.user_id}/podcast.xml`);
  expect(feed).toMatchObject({
    title: "Amina & <Co> on Cairn",
    link: `${site}/authors/${writer.user_id}`,
    language: "en",
    atom: { links: [{ href: `${site}/authors/${writer.user_id}/podcast.xml`, rel: "self" }] },
    itunes: {
      author: "Amina & <Co>",
      categories: [{ text: "Education" }],
      explicit: false,
      type: "episodic",
    },
    podcast: { locked: { value: false } },
  });
  expect(feed.description).toBeTruthy();
  expect(body).toContain("<podcast:locked>no</podcast:locked>");
  expect(body.match(/<itunes:explicit>.*?</g)).toEqual(Array(2).fill("<itunes:explicit>false<"));
  const [item] = feed.items ?? [];
  expect(item).toMatchObject({
    title,
    link: `${site}/posts/${id}`,
    description: "Words with &lt;b&gt; &amp; more.",
    guid: { value: expect.stringMatching(/^urn:uuid:/), isPermaLink: false },
    itunes: { author: "Amina & <Co>", duration: 3, explicit: false },
    podcast: { transcripts: [{ type: "text/vtt", language: "en-GB" }] },
  });
  expect(other).toMatchObject({ type: "rss", title: feed.title });
  expect(other?.items[0]).toMatchObject({ id: item?.guid?.value, title, link: item?.link });

  const [enclosure] = item?.enclosures ?? [];
  const whole = await load(enclosure?.url);
  expect([whole.statusCode, whole.headers["content-type"]]).toEqual([200, enclosure?.type]);
  expect(whole.rawPayload.length).toBe(enclosure?.length);
  expect(whole.rawPayload.equals(Buffer.from(mp3().bytes))).toBe(true);
  const head = await load(enclosure?.url, {}, "HEAD");
  expect(head.headers).toMatchObject({
    "content-length": String(enclosure?.length),
    "accept-ranges": "bytes",
  });
  const part = await load(enclosure?.url, { range: "bytes=10-19" });
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10]);

  const [track] = item?.podcast?.transcripts ?? [];
  expect((await load(track?.url)).payload).toContain("Stone on stone.");
  const picture = await load(item?.itunes?.image);
  expect(picture.headers["content-type"]).toBe("image/png");
  expect(item?.podcast?.chapters?.type).toBe("application/json+chapters");
  const told = await load(item?.podcast?.chapters?.url);
  expect(told.headers["content-type"]).toBe("application/json+chapters; charset=utf-8");
  expect(told.json()).toEqual({
    version: "1.2.0",
    chapters: chapters.map(({ at, title: name }) => ({ startTime: at, title: name })),
  });

  const art = await load(feed.itunes?.image);
  expect(art.headers["content-type"]).toBe("image/png");
  expect(await sharp(art.rawPayload).metadata()).toMatchObject({ format: "png", width: 1400, height: 1400 });
  const known = { "if-none-match": String(art.headers.etag) };
  expect((await load(feed.itunes?.image, known)).statusCode).toBe(304);
  const wrong = String(feed.itunes?.image).replace(/.{12}\.png$/, "aaaaaaaaaaaa.png");
  expect((await load(wrong)).statusCode).toBe(404);
});

test("a podcast has published recordings alone, the newest first, and no chapters of anything else", async () => {
  const { user_id: authorId } = writer;
  await send({ title: "Newer" }, ogg());
  const waiting = await send({ title: "Waits", chapters: '[{"at":0,"title":"Secret"}]' }, mp3(), {
    approved: false,
  });
  await makeItem(app, { authorId, title: "An article" });
  await makeItem(app, { authorId, type: "Audio", title: "Without a file" });
  const taken = await send({ title: "Taken back" }, mp3());
  expect((await titles("/podcast.xml")).slice(0, 2)).toEqual(["Taken back", "Newer"]);
  await unpublish(app, taken.id);
  for (const path of [
    "/podcast.xml",
    `/authors/${authorId}/podcast.xml`,
    `/api/authors/${authorId}/podcast.xml`,
  ]) {
    const found = await titles(path);
    expect(found[0]).toBe("Newer");
    for (const title of ["Waits", "An article", "Without a file", "Taken back"])
      expect(found).not.toContain(title);
  }
  for (const id of [waiting.id, taken.id, 999_999])
    expect((await app.call("GET", `/content/${id}/chapters.json`)).status).toBe(404);
});

test("a series is a podcast in its author's order", async () => {
  const token = writer.access_token;
  const ids = [];
  for (const title of ["One", "Two"]) ids.push((await send({ title, language: "fr" }, mp3())).id);
  const { body: series } = await app.call("POST", "/series", { token, body: { title: "Cairns" } });
  await app.call("PATCH", `/series/${series.id}`, { token, body: { items: ids } });
  const { feed } = await read(`/series/${series.id}/podcast.xml`);
  expect(feed).toMatchObject({
    title: "Cairns",
    link: `${site}/series/${series.id}`,
    language: "fr",
    itunes: { author: "Amina & <Co>", type: "serial" },
  });
  expect(feed.items?.map(({ title, itunes }) => [title, itunes?.episode])).toEqual([
    ["Two", 2],
    ["One", 1],
  ]);
  expect((await load(feed.itunes?.image)).statusCode).toBe(200);
});

test("an author and a series without a recording have an empty podcast, unknown ones none", async () => {
  const { user_id: authorId, access_token: token } = await registerMember(app, "TechWriter");
  const { body: series } = await app.call("POST", "/series", { token, body: { title: "Words" } });
  expect((await app.call("GET", `/series/${series.id}/podcast.xml`)).status).toBe(404);
  expect((await app.call("GET", `/authors/${authorId}/podcast.xml`)).status).toBe(404);
  const id = await makeItem(app, { authorId });
  await app.call("PATCH", `/series/${series.id}`, { token, body: { items: [id] } });
  expect(await titles(`/authors/${authorId}/podcast.xml`)).toEqual([]);
  expect(await titles(`/series/${series.id}/podcast.xml`)).toEqual([]);
  for (const path of ["/authors/999999/podcast.xml", "/series/999999/podcast.xml", "/podcasts/site.png"])
    expect((await app.call("GET", path)).status).toBe(404);
});

test("a podcast's id is that of Podcasting 2.0, by its own example", () => {
  const example = podcastGuid("https://mp3s.nashownotes.com/pc20rss.xml");
  expect(example).toBe("917393e3-1b1e-5cef-ace4-edaa54e1f810");
});

test("a podcast's id and those of its episodes stay when it has another name, and its picture changes", async () => {
  const path = `/authors/${writer.user_id}/podcast.xml`;
  const before = await read(path);
  const guid = podcastGuid(site + path);
  const headers = { "if-none-match": String(before.headers.etag) };
  expect(await app.call("GET", path, { headers })).toMatchObject({ status: 304, body: "" });
  await app.call("PATCH", "/profiles/me", { token: writer.access_token, body: { name: "Another" } });
  const after = await read(path);
  expect(before.feed.podcast?.guid).toBe(guid);
  expect(after.feed).toMatchObject({ title: "Another on Cairn", podcast: { guid } });
  expect(after.feed.itunes?.image).not.toBe(before.feed.itunes?.image);
  expect(after.feed.items?.map((item) => item.guid)).toEqual(before.feed.items?.map((item) => item.guid));
});

test("a site without a recording has an empty podcast", async () => {
  const empty = await buildTestApp({ publicUrl: "https://stones.example" });
  const { body } = await empty.call("GET", "/podcast.xml");
  expect(parseRssFeed(body)).toMatchObject({ title: "Cairn", podcast: { medium: "podcast" } });
  expect(String(body)).not.toContain("<item>");
  await empty.close();
});
