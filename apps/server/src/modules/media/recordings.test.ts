import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { draftFields, type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { mp3, mp4, ogg, oggPage } from "@tests/support/server/media.ts";
import { footprint } from "@tests/support/server/uploads.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "../../verification/ledger/ledger-verifier.ts";

const refusedType = "Only JPEG, PNG, PDF, and MP4 files are allowed.";

let app: TestApp;
let writer: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const upload = (file: FormFile) =>
  sendForm(app, "POST", "/content", { fields: draftFields(), file, token: writer.access_token });

/** An MP3 whose tag ends before its padding does, with the rest of another tag behind it. */
const withTag = ({ bytes, ...file }: FormFile): FormFile => ({
  ...file,
  bytes: Buffer.concat([
    Buffer.from("ID3\x03\0\0\0\0\0\x0a"),
    Buffer.alloc(2_000),
    Buffer.from("TAG of before"),
    bytes,
  ]),
});

test.each<[string, FormFile, string]>([
  ["MP3", mp3({ seconds: 12 }), "audio/mpeg"],
  ["MP3 under its other name", { ...mp3({ seconds: 12 }), type: "audio/mp3" }, "audio/mpeg"],
  ["Ogg", ogg({ seconds: 12 }), "audio/ogg"],
  ["MP3 with padding and more behind its tag", withTag(mp3({ seconds: 12 })), "audio/mpeg"],
  ["M4A", { ...mp4({ seconds: 12, tracks: ["soun"] }), type: "audio/x-m4a" }, "audio/mp4"],
])("an %s makes an item a recording, with its length, stored as it was sent", async (_kind, file, type) => {
  const { status, body } = await upload(file);
  expect([status, body.content_type]).toEqual([201, "Audio"]);
  expect(body.media).toMatchObject({ type, width: null, height: null, duration_seconds: 12 });
  await decide(app, body.id, { reviewerId: writer.user_id, decision: "approved" });
  const { media } = (await app.call("GET", `/content/${body.id}`)).body;
  const { statusCode, headers, rawPayload } = await app.inject({ url: media.url });
  expect([statusCode, headers["content-type"], headers["x-content-type-options"]]).toEqual([
    200,
    type,
    "nosniff",
  ]);
  expect(rawPayload.equals(file.bytes)).toBe(true);
  expect((await verifyLedger(app.db.query, app.store)).flaw).toBeNull();
});

test("a recording that takes long to count does not say its length, so that others' do not wait", async () => {
  // The time of this test is the two seconds after which counting ends.
  const pages = Buffer.alloc(20_000_000, oggPage(0, 48_000, Buffer.from([0])));
  const { status, body } = await upload({
    ...ogg(),
    bytes: Buffer.concat([ogg().bytes.subarray(0, 91), pages]),
  });
  expect([status, body.media.duration_seconds]).toEqual([201, null]);
});

const text = (words: string) => Buffer.from(words, "latin1");
const page = text("<html><script>alert(1)</script></html>".repeat(20));
const zipEnd = Buffer.concat([text("PK\x05\x06"), Buffer.alloc(18)]);
const theora = Buffer.concat([text("\x80theora"), Buffer.alloc(40)]);

const unheard = "This recording is damaged, or browsers cannot play it. Save it as an MP3 and send that.";

test.each<[string, string, Uint8Array, string?]>([
  ["a page behind an MP3's tag", "audio/mpeg", Buffer.concat([text("ID3\x04\0\0\0\0\0\0"), page]), unheard],
  [
    "a page behind an Ogg's first letters",
    "audio/ogg",
    Buffer.concat([text("OggS"), page]),
    `This is an OGX file. ${refusedType}`,
  ],
  [
    "a film in an Ogg",
    "audio/ogg",
    Buffer.concat([oggPage(2, 0, theora), oggPage(4, 9, theora)]),
    `This is an OGV video. ${refusedType}`,
  ],
  ["an Ogg that ends after its first page", "audio/ogg", ogg().bytes.subarray(0, 40), unheard],
  ["an MP3 that is a ZIP as well", "audio/mpeg", Buffer.concat([mp3().bytes, zipEnd])],
  [
    "a FLAC behind an MP3's tag",
    "audio/mpeg",
    text("ID3\x04\0\0\0\0\0\0fLaC\0\0\0\x22"),
    `This is a FLAC recording. ${refusedType}`,
  ],
  ["a WAV", "audio/wav", Buffer.concat([text("RIFF\0\0\0\0WAVEfmt "), Buffer.alloc(100)])],
  ["nothing", "audio/mpeg", Buffer.alloc(0), `This is an empty file. ${refusedType}`],
])(
  "%s is refused with the reason, and nothing is kept",
  async (_what, type, bytes, sentence = refusedType) => {
    const before = await footprint(app);
    const { status, body } = await upload({ bytes, type });
    expect([status, body.error]).toEqual([415, sentence]);
    expect(await footprint(app)).toEqual(before);
  },
);

test("an M4A that no browser plays is refused with what to do about it", async () => {
  const { status, body } = await upload({ ...mp4({ tracks: ["soun"], coding: "samr" }), type: "audio/mp4" });
  expect([status, body.code, body.error]).toEqual([
    415,
    "file_type_refused",
    "Browsers cannot play this recording. Save it as an MP3 and send that.",
  ]);
});
