import { createHash } from "node:crypto";
import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { draftFields, type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { mp4, pdf } from "@tests/support/server/media.ts";
import { footprint } from "@tests/support/server/uploads.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "../../verification/ledger/ledger-verifier.ts";

const day = 24 * 60 * 60 * 1000;
let app: TestApp;
let writer: Member;
let other: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  other = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const english = `WEBVTT

00:00:00.000 --> 00:00:01.000
<v Ann>Stone on

00:00:01.000 --> 00:00:02.500
stone.
`;
const french = "1\n00:00:00,000 --> 00:00:01,000\nPierre\n\n2\n00:00:01,000 --> 00:00:02,500\nsur pierre.\n";

const fileOf = (text: string, type = "text/vtt"): FormFile => ({ bytes: Buffer.from(text), type });
const send = (file: FormFile | null, language = "en", by = writer) =>
  sendForm(app, "POST", "/captions", { fields: { language }, file, token: by.access_token });
async function captions(text = english, language = "en", by = writer): Promise<string> {
  const { status, body } = await send(fileOf(text), language, by);
  expect(status).toBe(201);
  return body.key;
}
const sendFilm = (fields: Record<string, string> = {}, by = writer) =>
  sendForm(app, "POST", "/content", { fields: draftFields(fields), file: mp4(), token: by.access_token });
const change = (id: number, body: object, by = writer) =>
  app.call("PATCH", `/content/${id}`, { token: by.access_token, body });
const approve = (id: number) => decide(app, id, { reviewerId: other.user_id, decision: "approved" });
const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
const verify = () => verifyLedger(app.db.query, app.store);

describe("captions", () => {
  test("are stored as WebVTT, whatever they are sent as", async () => {
    const { status, body } = await send(fileOf(french, "application/x-subrip"), "fr-fr");
    expect(status).toBe(201);
    expect(body).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{32}\.vtt$/),
      language: "fr-FR",
      cues: 2,
      ends_at: 2.5,
      vtt: "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nPierre\n\n00:00:01.000 --> 00:00:02.500\nsur pierre.\n",
    });
  });

  test.each<[string, FormFile | null, string, RegExp]>([
    ["no file", null, "en", /file is missing/i],
    [
      "a time that cannot be read",
      fileOf("WEBVTT\n\n00:05.000 --> 00:xx.000\nNo"),
      "en",
      /Line 3: “00:05\.000/,
    ],
    ["words without times", fileOf("Stone on stone."), "en", /Line 1: This is neither WebVTT/],
    ["a PDF", pdf("words"), "en", /Line 1: This is neither WebVTT/],
    ["a film", { ...mp4(), type: "text/vtt" }, "en", /Line 1: This is neither WebVTT/],
    ["a language that does not exist", fileOf(english), "english please", /language/i],
  ])("with %s are refused, and nothing is kept", async (_what, file, language, sentence) => {
    const before = await footprint(app);
    const answer = await send(file, language);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(sentence);
    expect(await footprint(app)).toEqual(before);
  });

  test("beyond 2 MB are refused", async () => {
    const answer = await send(fileOf(`WEBVTT\n\n${"NOTE long\n\n".repeat(200_000)}`));
    expect([answer.status, answer.body.error]).toEqual([413, "A file of captions can have at most 2 MB."]);
  });
});

describe("a film with captions and chapters", () => {
  const chapters = [
    { at: 0, title: "The first stone" },
    { at: 1.5, title: "The last" },
  ];

  test("shows both to readers once they are approved, byte for byte, and its hash covers them", async () => {
    const [en, fr] = [await captions(), await captions(french, "fr")];
    const sent = await sendFilm({ captions: JSON.stringify([fr, en]), chapters: JSON.stringify(chapters) });
    expect(sent.status).toBe(201);
    const { id } = sent.body;
    const own = (await app.call("GET", `/content/${id}`, { token: writer.access_token })).body;
    expect(own.captions.map(({ language, label, cues }: never) => [language, label, cues])).toEqual([
      ["fr", "Français", 2],
      ["en", "English", 2],
    ]);
    const [signed] = own.captions.map(({ url }: { url: string }) => url);
    expect([await statusOf(signed), await statusOf(signed.split("?")[0])]).toEqual([200, 404]);
    expect(await statusOf(`/content/${id}/transcript`)).toBe(404);

    await approve(id);
    const item = (await app.call("GET", `/content/${id}`)).body;
    expect(item).toMatchObject({ chapters, no_speech: false, duration: 3, poster: null });
    const track = await app.inject({ url: item.captions[1].url });
    expect(track.headers["content-type"]).toBe("text/vtt; charset=utf-8");
    expect(track.payload).toBe((await send(fileOf(english))).body.vtt);
    const canonical = await app.inject({ url: `/content/${id}/canonical` });
    expect(canonical.json()).toMatchObject({
      captions: [
        { key: fr, language: "fr" },
        { key: en, language: "en", sha256: sha256(track.rawPayload) },
      ],
      chapters,
    });
    const [review] = (await app.call("GET", `/content/${id}/reviews`)).body.items;
    expect(review.revision_hash).toBe(sha256(canonical.rawPayload));
    expect(await verify()).toMatchObject({ flaw: null });
  });

  test("keeps them when its title changes, and loses them with its film", async () => {
    const key = await captions();
    const { id } = (await sendFilm({ captions: key, chapters: JSON.stringify(chapters) })).body;
    expect((await change(id, { title: "Another" })).body).toMatchObject({
      chapters,
      captions: [{ language: "en" }],
    });
    const asPdf = await sendForm(app, "PATCH", `/content/${id}`, {
      file: pdf("x"),
      token: writer.access_token,
    });
    expect(asPdf.body).toMatchObject({ content_type: "Article", chapters: [], captions: [] });
  });

  test("is another revision with other captions, and with none", async () => {
    const { id } = (await sendFilm({ captions: await captions() })).body;
    expect((await change(id, { captions: [await captions(french, "fr")] })).body).toMatchObject({
      revision: 2,
    });
    expect((await change(id, { captions: [] })).body).toMatchObject({ revision: 3, captions: [] });
    expect((await change(id, { no_speech: true })).body).toMatchObject({ revision: 4, no_speech: true });
    expect((await change(id, { no_speech: true })).status).toBe(409);
  });

  test("goes with its captions when it is taken back", async () => {
    const key = await captions();
    const { id } = (await sendFilm({ captions: key, draft: "true" })).body;
    await app.call("DELETE", `/content/${id}`, { token: writer.access_token });
    expect(await app.store.open(key)).toBeNull();
  });

  test.each<[string, () => Promise<object>, string, RegExp]>([
    [
      "another member's captions",
      async () => ({ captions: [await captions(english, "en", other)] }),
      "captions/0",
      /are not yours/,
    ],
    ["unknown captions", async () => ({ captions: ["nothing.vtt"] }), "captions/0", /are not yours/],
    [
      "two captions of a language",
      async () => ({ captions: [await captions(), await captions(french)] }),
      "captions/1",
      /second in the language en/,
    ],
    [
      "a first chapter that begins later",
      async () => ({ chapters: [{ at: 1, title: "Late" }] }),
      "chapters/0/at",
      /must be 0/,
    ],
    [
      "chapters out of order",
      async () => ({ chapters: [chapters[0], { at: 0, title: "Again" }] }),
      "chapters/1/at",
      /must be after/,
    ],
    [
      "a chapter after the end",
      async () => ({ chapters: [chapters[0], { at: 60, title: "Beyond" }] }),
      "chapters/1/at",
      /after the end/,
    ],
    [
      "a chapter without a title",
      async () => ({ chapters: [{ at: 0, title: " " }] }),
      "chapters/0/title",
      /title/i,
    ],
  ])("is refused with %s", async (_what, make, field, problem) => {
    const { id } = (await sendFilm({ draft: "true" })).body;
    const answer = await change(id, await make());
    expect([answer.status, answer.body.details?.[0].field]).toEqual([400, field]);
    expect(answer.body.error).toMatch(problem);
  });

  test("is not an article", async () => {
    const body = { ...draftFields(), captions: [await captions()] };
    const answer = await app.call("POST", "/content", { token: writer.access_token, body });
    expect([answer.status, answer.body.details[0].field]).toEqual([400, "captions"]);
  });
});

describe("a transcript", () => {
  let id: number;
  beforeAll(async () => {
    const keys = [await captions(french, "fr"), await captions(english, "en-GB")];
    ({ id } = (await sendFilm({ captions: JSON.stringify(keys), language: "en" })).body);
    await approve(id);
  });
  const ask = (query = "") => app.call("GET", `/content/${id}/transcript${query}`);

  test("is in the item's language, or the one that is asked for", async () => {
    expect((await ask()).body).toEqual({
      language: "en-GB",
      cues: [
        { start: 0, end: 1, text: "Stone on", speaker: "Ann" },
        { start: 1, end: 2.5, text: "stone." },
      ],
    });
    expect((await ask("?language=FR")).body.cues[1]).toEqual({ start: 1, end: 2.5, text: "sur pierre." });
    expect(await ask("?language=de")).toMatchObject({
      status: 404,
      body: { error: "This item has captions in fr, en-GB." },
    });
  });
});

describe("the search", () => {
  const found = async (q: string) => {
    const { body } = await app.call("GET", `/content/search?q=${encodeURIComponent(q)}`);
    return body.items.map(({ title, spoken }: { title: string; spoken?: object }) => ({ title, spoken }));
  };

  test("finds what is said, by the rules of its language, and says when", async () => {
    const en = await captions(
      "WEBVTT\n\n00:00.000 --> 00:01.000\nWe begin.\n\n00:01.000 --> 00:02.500\nClosures capture marmosets\n",
    );
    const fr = await captions("1\n00:00:02,000 --> 00:00:03,000\nLes chevaux galopent\n", "fr-CA");
    const { id } = (await sendFilm({ title: "Said", captions: JSON.stringify([en, fr]) })).body;
    expect(await found("marmoset")).toEqual([]);
    await approve(id);
    const spoken = { at: 1, text: "Closures capture marmosets", language: "en" };
    expect(await found("capturing marmoset")).toEqual([{ title: "Said", spoken }]);
    expect(await found("cheval")).toEqual([
      { title: "Said", spoken: { at: 2, text: "Les chevaux galopent", language: "fr-CA" } },
    ]);
    expect(await found("said")).toEqual([{ title: "Said", spoken: undefined }]);
    expect(await verify()).toMatchObject({ flaw: null });

    await change(id, { captions: [] });
    await approve(id);
    expect(await found("marmoset")).toEqual([]);
  });
});

test("a transcript that differs from the captions that were approved is found by the verification", async () => {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`update captions set cues = '[[0, 1, "Sand on"], [1, 2.5, "sand."]]' where language = 'en-GB'`,
    );
  });
  expect((await verify()).flaw?.problem).toContain("the transcript in en-GB of revision 1 differs");
});

test("captions that no item has are swept after 30 days; those of a draft stay", async () => {
  const [unused, used] = [await captions(), await captions()];
  await sendFilm({ captions: used, draft: "true" });
  app.passTime(31 * day);
  await app.sweep();
  const { rows } = await app.db.query.execute(
    sql`select media_key from captions where media_key in (${unused}, ${used})`,
  );
  expect(rows).toEqual([{ media_key: used }]);
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
