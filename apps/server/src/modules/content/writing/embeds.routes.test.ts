import { createHash } from "node:crypto";
import { buildTestApp, by, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { type ExternalSite, openExternalSite } from "@tests/support/server/external-site.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { mp4, pdf } from "@tests/support/server/media.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "../../../verification/ledger/ledger-verifier.ts";

const film = "kkGMgK9ZtnKfYAgnEtQxbv";
const youtube = "https://www.youtube.com/watch?v=aqz-KE-bpKQ";
const chapters = [
  { at: 0, title: "The first stone" },
  { at: 90_000, title: "The last" },
];
let tube: ExternalSite;
let host: string;
let app: TestApp;
let writer: Member;
let other: Member;
beforeAll(async () => {
  tube = await openExternalSite((_request, response) => void response.end("a film"));
  host = new URL(tube.url).host;
  app = await buildTestApp({
    rateLimits: false,
    embedHosts: [host],
    linkCheckHosts: [host],
    publicUrl: "http://localhost:5000",
  });
  writer = await registerMember(app, "TechWriter");
  other = await registerMember(app, "TechWriter");
});
afterAll(async () => {
  await app.close();
  await tube.close();
});

const send = (fields: object) => app.call("POST", "/content", by(writer, { ...draftFields(), ...fields }));
const change = (id: number, fields: object) => app.call("PATCH", `/content/${id}`, by(writer, fields));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("a film of a PeerTube is read, approved and checked by its address, and asked for by the audit of links alone", async () => {
  const sent = await send({
    embed: ` ${tube.url}/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d `,
    chapters,
  });
  expect(sent.status).toBe(201);
  const address = `${tube.url}/w/${film}`;
  const shown = { content_type: "Video", embed: { provider: "peertube", id: film, address }, chapters };
  expect(sent.body).toMatchObject({ ...shown, media: null, media_url: null });

  const { id } = sent.body;
  await decide(app, id, { reviewerId: other.user_id, decision: "approved" });
  expect((await app.call("GET", `/content/${id}`)).body).toMatchObject(shown);
  const [listed] = (await app.call("GET", "/content")).body;
  expect(listed).toMatchObject(shown);
  const canonical = await app.inject({ url: `/content/${id}/canonical` });
  expect(canonical.json()).toMatchObject({ embed: address, media_sha256: null });
  const [review] = (await app.call("GET", `/content/${id}/reviews`)).body.items;
  expect(review.revision_hash).toBe(sha256(canonical.rawPayload));
  expect(await verifyLedger(app.db.query, app.store)).toMatchObject({ flaw: null });

  expect(tube.asked).toEqual([]);
  await app.links.runNow();
  expect(tube.asked).toContain(`/w/${film}`);
  expect((await app.call("GET", `/content/${id}/links`)).body.items).toMatchObject([
    { url: address, state: "alive" },
  ]);
});

test("frames may come from the players' hosts alone, and the site names its PeerTubes", async () => {
  const { headers, body } = await app.call("GET", "/site");
  expect(headers["content-security-policy"]).toContain(
    `frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com http://${host};`,
  );
  expect(body.embed_hosts).toEqual([host]);
});

describe("an embed", () => {
  test.each(["https://www.youtube.com/playlist?list=PL1", "https://tube.example/w/x", "javascript:alert(1)"])(
    "%s is refused by the name of its field",
    async (embed) => {
      const { status, body } = await send({ embed });
      expect([status, body.details]).toEqual([
        400,
        [{ field: "embed", problem: `must be the address of one film on YouTube, Vimeo, or ${host}` }],
      ]);
    },
  );

  test("and a file cannot be sent at once", async () => {
    const sent = await sendForm(app, "POST", "/content", {
      fields: draftFields({ embed: youtube }),
      file: mp4(),
      token: writer.access_token,
    });
    expect([sent.status, sent.body.details?.[0]?.field]).toEqual([400, "embed"]);
  });

  test("stays while the rest changes, is another revision with another film, and none with the same", async () => {
    const { id } = (await send({ embed: youtube })).body;
    expect((await change(id, { title: "Another" })).body).toMatchObject({ embed: { address: youtube } });
    expect((await change(id, { embed: "https://youtu.be/aqz-KE-bpKQ" })).body.code).toBe("nothing_changed");
    const { body } = await change(id, { embed: "https://vimeo.com/7" });
    expect(body).toMatchObject({ revision: 3, embed: { provider: "vimeo", id: "7" } });
  });

  test("ends a file, and a file ends it", async () => {
    const made = await sendForm(app, "POST", "/content", {
      fields: draftFields({ alt: "A film" }),
      file: mp4(),
      token: writer.access_token,
    });
    const { id } = made.body;
    // After the end of the file.
    expect((await change(id, { embed: youtube, chapters })).body).toMatchObject({
      media: null,
      embed: { address: youtube },
      content_type: "Video",
      chapters,
    });
    const { body } = await sendForm(app, "PATCH", `/content/${id}`, {
      file: pdf("x"),
      token: writer.access_token,
    });
    expect(body).toMatchObject({ content_type: "Article", media: { type: "application/pdf" }, chapters: [] });
    expect(body).not.toHaveProperty("embed");
  });

  test("ends by null, and what is left is an article", async () => {
    const { id } = (await send({ embed: youtube, chapters })).body;
    const { body } = await change(id, { embed: null });
    expect(body).toMatchObject({ content_type: "Article", media: null, chapters: [] });
    expect(body).not.toHaveProperty("embed");
  });
});
