import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { limits } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { draftFields, encodeForm, type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { box, jpeg, mp3, mp4, pdf, png } from "@tests/support/server/media.ts";
import {
  answerOf,
  boundary,
  fieldPart,
  filePartHead,
  filesIn,
  footprint,
  formEnd,
  formHeaders,
  listen,
  openUpload,
} from "@tests/support/server/uploads.ts";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const refusedType = "Only JPEG, PNG, PDF, and MP4 files are allowed.";

/** `npm run prove` asks for more. */
const repeats = Number(process.env.UPLOAD_ROUNDS ?? 1) - 1;

let app: TestApp;
let site: Awaited<ReturnType<typeof listen>>;
let token: string;
let other: string;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  site = await listen(app);
  token = (await registerMember(app, "TechWriter")).access_token;
  other = (await registerMember(app)).access_token;
});
afterAll(async () => {
  site.agent.destroy();
  await app.close();
});

const upload = (file: FormFile, fields = draftFields()) =>
  sendForm(app, "POST", "/content", { fields, file, token });

const stored = async (answer: Awaited<ReturnType<typeof upload>>) => {
  expect(answer.status).toBe(201);
  const key = /\/media\/([^?]+)/.exec(answer.body.media_url)?.[1] ?? "";
  const content = await app.store.open(key);
  return { key, bytes: content ? await buffer(content) : Buffer.alloc(0) };
};

describe("the size of a file", () => {
  test("may be 52,428,800 bytes", async () => {
    const file = mp4({ size: limits.uploadBytes });
    expect(file.bytes).toHaveLength(52_428_800);
    const { bytes } = await stored(await upload(file));
    expect(bytes.equals(file.bytes)).toBe(true);
  });

  test("may not be one byte more, and nothing is stored", async () => {
    const before = await footprint(app);
    const answer = await upload(mp4({ size: limits.uploadBytes + 1 }));
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: "File size exceeds 50MB.", code: "file_too_large" });
    expect(await footprint(app)).toEqual(before);
  });

  test("is checked before the first byte when the sender declares it", async () => {
    const before = await footprint(app);
    const call = openUpload({ port: site.port }, token, { ...formHeaders, "content-length": 70_000_000 });
    call.flushHeaders();
    const answer = await answerOf(call);
    expect(answer).toMatchObject({ status: 413, body: { error: "File size exceeds 50MB." } });
    call.destroy();
    expect(await footprint(app)).toEqual(before);
  });

  test("is refused in the middle of a body without a length, and the connection serves the next call", async () => {
    const before = await footprint(app);
    const call = openUpload(site, token, formHeaders);
    const answered = answerOf(call);
    call.write(filePartHead("video/mp4"));
    const chunk = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent < 52; sent += 1) {
      if (!call.write(chunk)) await new Promise((resolve) => call.once("drain", resolve));
    }
    call.end(formEnd);
    expect(await answered).toMatchObject({ status: 413, body: { code: "file_too_large" } });

    const next = openUpload(site, token, { "content-type": "application/json" });
    next.end(JSON.stringify({}));
    expect((await answerOf(next)).status).toBe(400);
    expect(next.reusedSocket).toBe(true);
    expect(await footprint(app)).toEqual(before);
  });
});

describe("a file that is taken", () => {
  test("as a picture is encoded again: upright, at most 2000 px wide, and without its metadata", async () => {
    const sent = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: "#369" } })
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: "where it was taken" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .jpeg()
      .toBuffer();
    const withMore = Buffer.concat([sent, Buffer.from("<script>alert(1)</script>")]);
    const answer = await upload({ bytes: withMore, type: "image/jpeg" }, draftFields({ alt: " A wall " }));
    const { key, bytes } = await stored(answer);
    expect(key).toMatch(/^[0-9a-f]{32}\.jpg$/);
    expect(answer.body.media).toMatchObject({ type: "image/jpeg", width: 1500, height: 3000, alt: "A wall" });
    const facts = await sharp(bytes).metadata();
    expect(facts).toMatchObject({ format: "jpeg", width: 1500, height: 3000 });
    expect(facts.exif).toBeUndefined();
    expect(bytes.includes("where it was taken")).toBe(false);
    expect(bytes.includes("<script>")).toBe(false);

    const wide = await upload(await png({ width: 2600, height: 130 }));
    expect(wide.body.media).toMatchObject({ type: "image/png", width: 2000, height: 100 });
    expect(wide.body.content_type).toBe("Article");
  });

  test("as a JPEG may lack its last mark, also in several scans", async () => {
    const { bytes } = await jpeg({ width: 600, height: 600 });
    for (const whole of [bytes, await sharp(bytes).jpeg({ progressive: true }).toBuffer()]) {
      const answer = await upload({ bytes: whole.subarray(0, -2), type: "image/jpeg" });
      expect([answer.status, answer.body.media]).toMatchObject([201, { width: 600, height: 600 }]);
    }
  });

  test("as a file of which the device knows no type, or of a part without one, is what its bytes say", async () => {
    const sound = mp4({ tracks: ["soun"], brand: "M4A " });
    const files = [await jpeg(), pdf("as it came"), mp4(), { ...sound, type: "audio/mp4" }, mp3()];
    for (const [index, file] of files.entries()) {
      const answer = await upload({ ...file, type: index % 2 ? "text/plain" : "application/octet-stream" });
      expect([answer.status, answer.body.media?.type]).toEqual([201, file.type]);
    }
  });

  test("as a JPEG may be called image/jpg", async () => {
    const answer = await upload({ ...(await jpeg()), type: "image/jpg" });
    expect(answer.body.media).toMatchObject({ type: "image/jpeg", width: 40, height: 30 });
  });

  test.each([1, 6])(
    "as a photo of 48 million pixels is decoded small, its orientation %i",
    async (orientation) => {
      const { bytes } = await jpeg({ width: 8_000, height: 6_000 });
      const taken = await sharp(bytes).withMetadata({ orientation }).jpeg().toBuffer();
      const { media } = (await upload({ bytes: taken, type: "image/jpeg" })).body;
      const height = orientation === 1 ? 1_500 : 2_667;
      expect(media).toMatchObject({ type: "image/jpeg", width: 2_000, height });
    },
  );

  test("as a PDF is stored unchanged, makes an article, and gives its pages and size", async () => {
    const file = pdf("as it came");
    const answer = await upload(file, draftFields({ content_type: "video" }));
    expect((await stored(answer)).bytes.equals(file.bytes)).toBe(true);
    expect(answer.body).toMatchObject({
      content_type: "Article",
      media: { type: "application/pdf", pages: 1, bytes: file.bytes.length },
    });
  });

  test("as an MP4 is stored unchanged, makes a video, and gives its length and dimensions", async () => {
    const file = mp4({ seconds: 65, width: 1920, height: 1080, turned: true });
    const answer = await upload(file);
    expect((await stored(answer)).bytes.equals(file.bytes)).toBe(true);
    expect(answer.body).toMatchObject({
      content_type: "Video",
      media: { type: "video/mp4", width: 1080, height: 1920, duration_seconds: 65 },
    });
  });

  test.each([
    ["a byte order mark before it", "\xef\xbb\xbf", ""],
    ["an empty line before it", "\r\n", ""],
    [
      "a printer's commands around it",
      `\x1b%-12345X@PJL JOB NAME="a"\r\n@PJL ENTER LANGUAGE=PDF\r\n`,
      "\x1b%-12345X@PJL EOJ\r\n\x1b%-12345X",
    ],
    ["a printer's end of the file", "", "\x04"],
    ["5,000 zeros after it", "", "\0".repeat(5_000)],
  ])("as a PDF may have %s", async (_case, before, after) => {
    const [start, end] = [Buffer.from(before, "latin1"), Buffer.from(after, "latin1")];
    const bytes = Buffer.concat([start, pdf("as it came").bytes, end]);
    const answer = await upload({ bytes, type: "application/pdf" });
    expect((await stored(answer)).bytes.equals(bytes)).toBe(true);
    expect(answer.body.media.type).toBe("application/pdf");
  });

  test.each(["free", "skip", "wide"])("as an MP4 may have the box %s first", async (filler) => {
    const bytes = Buffer.concat([box(filler, Buffer.alloc(5_000)), mp4().bytes]);
    const { status, body } = await upload({ bytes, type: "video/mp4" });
    expect([status, body.media?.duration_seconds]).toEqual([201, 3]);
  });

  test.each(["3gp4", "3gp5", "3g2a"])("as an MP4 may have the brand %s", async (brand) => {
    const file = mp4({ brand, coding: "avc1", seconds: 9 });
    const answer = await upload(file);
    expect((await stored(answer)).bytes.equals(file.bytes)).toBe(true);
    expect(answer.body.media).toMatchObject({ type: "video/mp4", duration_seconds: 9 });
  });

  test("as an MP4 without a video track is a recording if its sender declares it as audio", async () => {
    const sound = mp4({ tracks: ["soun"], seconds: 12 });
    const recording = await upload(sound, draftFields({ content_type: "AUDIO" }));
    expect(recording.body).toMatchObject({
      content_type: "Audio",
      media: { type: "audio/mp4", width: null, duration_seconds: 12 },
    });
    expect((await upload(sound)).body.content_type).toBe("Video");
    expect((await upload(mp4(), draftFields({ content_type: "audio" }))).body.content_type).toBe("Video");
  });

  test("can be read only through the signed address that its author was given", async () => {
    const answer = await upload(pdf("not yet"));
    const { key } = await stored(answer);
    expect((await app.call("GET", `/media/${key}`)).status).toBe(404);
    expect((await app.call("GET", `/media/${key}`, { token: other })).status).toBe(404);
    expect((await app.call("GET", answer.body.media_url)).status).toBe(200);
  });
});

/** Pixels by the billion in a few hundred bytes: the head of a PNG and no more. */
function pngOf(width: number, height: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, number) => {
    let value = number;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value >>> 0;
  });
  const crc = (bytes: Buffer) =>
    (bytes.reduce((sum, byte) => ((crcTable[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8)) >>> 0, 0xffffffff) ^
      -1) >>>
    0;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const bytes = Buffer.alloc(8 + data.length + 4);
    bytes.writeUInt32BE(data.length, 0);
    body.copy(bytes, 4);
    bytes.writeUInt32BE(crc(body), 4 + body.length);
    return bytes;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", Buffer.from("78da030000000001", "hex")),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const zipEnd = Buffer.concat([Buffer.from("504b0506", "hex"), Buffer.alloc(18)]);
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const html = "<!doctype html><script>alert(1)</script>";
const exe = Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0\x04\0\0\0", "latin1"), Buffer.alloc(600)]);
const text = (words: string) => Buffer.from(words);

/** By the name of what it really is: what it says that it is, its bytes, and what the refusal calls it. */
async function wrongFiles(): Promise<[name: string, type: string, bytes: Uint8Array, called?: string][]> {
  const goodJpeg = (await jpeg()).bytes;
  const goodPng = (await png()).bytes;
  const goodPdf = pdf("x").bytes;
  const goodMp4 = mp4().bytes;
  const webp = await sharp(goodPng).webp().toBuffer();
  const tiff = await sharp(goodPng).tiff().toBuffer();
  const zip = Buffer.concat([Buffer.from("504b0304", "hex"), Buffer.alloc(60), zipEnd]);
  return [
    ["SVG as PNG", "image/png", text(svg), "an SVG picture"],
    ["SVG after an XML head as JPEG", "image/jpeg", text(`<?xml version="1.0"?>\n${svg}`), "an SVG picture"],
    ["SVG by its own name", "image/svg+xml", text(svg)],
    ["GIF as PNG", "image/png", gif, "a GIF picture"],
    ["GIF that goes on as JPEG", "image/jpeg", Buffer.concat([gif, goodJpeg]), "a GIF picture"],
    ["GIF by its own name", "image/gif", gif],
    ["WebP as JPEG", "image/jpeg", webp, "a WebP picture"],
    ["TIFF as PNG", "image/png", tiff, "a TIF picture"],
    ["bitmap as PNG", "image/png", Buffer.concat([text("BM"), Buffer.alloc(60)]), "a BMP picture"],
    ["HTML as PDF", "application/pdf", text(html)],
    ["HTML as JPEG", "image/jpeg", text(html)],
    ["HTML before a PDF", "application/pdf", Buffer.concat([text(html), goodPdf])],
    ["HTML behind a PDF's first line", "application/pdf", text(`%PDF-1.7\n${html}`)],
    ["HTML between a PDF's first line and its last", "application/pdf", text(`%PDF-1.7\n${html}\n%%EOF\n`)],
    [
      "HTML in a printer's command before a PDF",
      "application/pdf",
      Buffer.concat([text(`@PJL ${html}\n`), goodPdf]),
    ],
    [
      "HTML in a printer's command after a PDF",
      "application/pdf",
      Buffer.concat([goodPdf, text(`@PJL ${html}\n`)]),
    ],
    ["words before a PDF", "application/pdf", Buffer.concat([text("alert(1)//"), goodPdf])],
    ["PDF behind a kilobyte of nothing", "application/pdf", Buffer.concat([Buffer.alloc(1_100), goodPdf])],
    ["HTML after a PDF", "application/pdf", Buffer.concat([goodPdf, text(html)])],
    [
      "HTML behind an MP4's type",
      "video/mp4",
      Buffer.concat([box("ftyp", "isom", "\0\0\x02\0"), text(html)]),
    ],
    ["HTML after an MP4", "video/mp4", Buffer.concat([goodMp4, text(html)])],
    ["JavaScript as MP4", "video/mp4", text("alert(1)//ftyp")],
    ["program as MP4", "video/mp4", exe, "an EXE file"],
    [
      "program with an MP4's letters",
      "video/mp4",
      Buffer.concat([text("MZ\0\0ftypisom"), exe]),
      "an EXE file",
    ],
    ["shell script as PDF", "application/pdf", text("#!/bin/sh\nrm -rf /\n")],
    [
      "ELF as PNG",
      "image/png",
      Buffer.concat([Buffer.from("7f454c46020101", "hex"), Buffer.alloc(100)]),
      "an ELF file",
    ],
    ["ZIP as PDF", "application/pdf", zip, "a ZIP file"],
    ["JPEG that is also a ZIP", "image/jpeg", Buffer.concat([goodJpeg, zipEnd])],
    ["PNG that is also a ZIP", "image/png", Buffer.concat([goodPng, zipEnd])],
    ["PDF that is also a ZIP", "application/pdf", Buffer.concat([goodPdf, zipEnd])],
    ["MP4 that is also a ZIP", "video/mp4", Buffer.concat([goodMp4, zipEnd])],
    [
      "QuickTime as MP4",
      "video/mp4",
      Buffer.concat([box("ftyp", "qt  ", "\0\0\0\0", "qt  "), goodMp4]),
      "a QuickTime video",
    ],
    ["HEIC as JPEG", "image/jpeg", box("ftyp", "heic", "\0\0\0\0", "mif1heic"), "a HEIC picture"],
    ["AVIF as MP4", "video/mp4", box("ftyp", "avif", "\0\0\0\0", "avifmif1"), "an AVIF picture"],
    [
      "Matroska as MP4",
      "video/mp4",
      Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d", "hex"),
      "a WebM video",
    ],
    [
      "MP3 as MP4",
      "video/mp4",
      Buffer.concat([text("ID3\x04\0\0\0\0\0\0"), Buffer.alloc(200)]),
      "an MP3 recording",
    ],
    ["PostScript as PDF", "application/pdf", text("%!PS-Adobe-3.0 EPSF-3.0\n%%EOF"), "an EPS file"],
    ["JPEG as PDF", "application/pdf", goodJpeg, "a JPG picture"],
    ["PDF as JPEG", "image/jpeg", goodPdf, "a PDF file"],
    ["MP4 as PNG", "image/png", goodMp4, "an MP4 video"],
    ["PNG as MP4", "video/mp4", goodPng, "a PNG picture"],
    ["ZIP declared as nothing in particular", "application/octet-stream", zip, "a ZIP file"],
    ["FLAC as MP4", "video/mp4", text("fLaC\0\0\0\x22"), "a FLAC recording"],
    ["RTF as PDF", "application/pdf", text("{\\rtf1 words}"), "an RTF file"],
    ["PDF declared as a page", "text/html", goodPdf],
    ["text without a type", "text/plain", text("words")],
    ["MP4 declared as QuickTime", "video/quicktime", goodMp4],
    ["PNG's first bytes alone", "image/png", Buffer.from("89504e470d0a1a0a", "hex")],
    ["nothing at all", "image/png", Buffer.alloc(0), "an empty file"],
    ["noise as PDF", "application/pdf", randomBytes(300)],
  ];
}

async function damagedPictures(): Promise<[name: string, type: string, bytes: Uint8Array][]> {
  const photo = await sharp(randomBytes(90 * 90 * 3), { raw: { width: 90, height: 90, channels: 3 } })
    .jpeg()
    .toBuffer();
  return [
    [
      "JPEG's first bytes and noise",
      "image/jpeg",
      Buffer.concat([Buffer.from("ffd8ffe0", "hex"), randomBytes(500)]),
    ],
    ["half a JPEG", "image/jpeg", (await jpeg({ width: 600, height: 600 })).bytes.subarray(0, 900)],
    ["half a JPEG of many colours", "image/jpeg", photo.subarray(0, photo.length / 2)],
    ["PNG without pixels", "image/png", pngOf(10, 10)],
  ];
}

describe("a file of the wrong kind", { repeats }, () => {
  test("is refused, whatever type it claims, and leaves nothing behind", async () => {
    const before = await footprint(app);
    for (const [name, type, bytes, called] of await wrongFiles()) {
      const { status, body } = await upload({ bytes, type });
      const isOfOtherKind = /^an? (?:MP3|MP4|JPG|PNG|PDF) /.test(called ?? "");
      const sentence = isOfOtherKind
        ? `This is ${called}, but it was sent as ${type}. Give its name the ending of its kind and send it again.`
        : `${called === undefined ? "" : `This is ${called}. `}${refusedType}`;
      expect([name, status, body.error]).toEqual([name, 415, sentence]);
    }
    expect(await footprint(app)).toEqual(before);
  });

  test("is not what a damaged picture is called, and that leaves nothing behind either", async () => {
    const before = await footprint(app);
    for (const [name, type, bytes] of await damagedPictures()) {
      const { status, body } = await upload({ bytes, type });
      expect([name, status, body.code]).toEqual([name, 415, "file_type_refused"]);
      expect([name, body.error]).toEqual([
        name,
        "This picture is damaged. Save it again in a picture program and send that.",
      ]);
    }
    expect(await footprint(app)).toEqual(before);
  });

  test.each([
    ["without a track", mp4({ tracks: [] })],
    ["of an old telephone, whose pictures no browser plays", mp4({ brand: "3gp4", coding: "s263" })],
  ])("is not what an MP4 %s is called", async (_case, file) => {
    const before = await footprint(app);
    const { status, body } = await upload(file);
    expect([status, body.code, body.error]).toEqual([
      415,
      "file_type_refused",
      "Browsers cannot play this video. Save it as an MP4 with H.264 and AAC and send that.",
    ]);
    expect(await footprint(app)).toEqual(before);
  });

  test("is not what an MP4 that breaks off is called", async () => {
    const { status, body } = await upload({ ...mp4(), bytes: mp4().bytes.subarray(0, 100) });
    expect([status, body.code, body.error]).toEqual([
      415,
      "file_type_refused",
      "This MP4 is not complete. Save it as an MP4 again and send that.",
    ]);
  });

  test("is not what a PDF without its end is called", async () => {
    const before = await footprint(app);
    const { status, body } = await upload({ ...pdf("x"), bytes: pdf("x").bytes.subarray(0, 40) });
    expect([status, body.code, body.error]).toEqual([
      415,
      "file_type_refused",
      "This PDF is not complete: save it as a PDF again and send that.",
    ]);
    expect(await footprint(app)).toEqual(before);
  });

  test("is not what a PDF that asks for a password is called", async () => {
    // As PDFKit wrote it.
    const lock =
      "/V 2 /Length 128 /R 3 /P -3904 /O <3e21c39b45473349f615abc6ccaaab8f7917c69c1eba1faebdb241a42ec0e162>";
    const asks = "/U <9d1e49040d516b351902ef4d3ee253df00000000000000000000000000000000>";
    const file = pdf("x")
      .bytes.toString()
      .replace(
        "<< /Root",
        `<< /Encrypt << /Filter /Standard ${lock} ${asks} >> /ID [<bdac06036a4d35aea367ff95e6ee82a0>] /Root`,
      );
    const { status, body } = await upload({ ...pdf("x"), bytes: Buffer.from(file) });
    expect([status, body.code, body.error]).toEqual([
      415,
      "file_type_refused",
      "This PDF asks for a password. Save it without one and send that.",
    ]);
  });

  test.each([
    ["50,000 by 50,000", 50_000, 50_000, "picture_too_large"],
    ["a strip of two billion", 1, 2_000_000_000, "file_type_refused"],
    ["just above 40 million", 8_000, 5_001, "picture_too_large"],
  ])("with pixels %s is refused before they are decoded", async (_case, width, height, code) => {
    const before = await footprint(app);
    const answer = await upload({ bytes: pngOf(width, height), type: "image/png" });
    // There are no pixels in it: decoded, each would be refused as broken. No PNG may be as high as the strip.
    expect(answer.body.code).toBe(code);
    expect(await footprint(app)).toEqual(before);
  });

  test.each([
    ["of several scans", 8_000, 5_001, { progressive: true }],
    ["that becomes no smaller", 2_001, 20_000, {}],
    ["that is a strip", 4_001, 10_000, {}],
  ])("with more than 40 million pixels in a JPEG %s is refused", async (_case, width, height, options) => {
    const before = await footprint(app);
    const plain = await jpeg({ width, height });
    const bytes = await sharp(plain.bytes, { limitInputPixels: false }).jpeg(options).toBuffer();
    expect((await upload({ bytes, type: "image/jpeg" })).body.code).toBe("picture_too_large");
    expect(await footprint(app)).toEqual(before);
  });

  test("is refused by its declaration before it is sent", async () => {
    const call = openUpload({ port: site.port }, token, { ...formHeaders, "content-length": 40_000_000 });
    call.write(filePartHead("application/zip"));
    call.write(Buffer.alloc(1024));
    expect(await answerOf(call)).toMatchObject({ status: 415, body: { error: refusedType } });
    call.destroy();
  });
});

describe("a malformed form", () => {
  const send = (parts: string, headers: Record<string, string> = formHeaders) =>
    app.call("POST", "/content", { body: Buffer.from(parts, "latin1"), headers, token });
  const good = Object.entries(draftFields())
    .map(([name, value]) => fieldPart(name, value))
    .join("");
  const file = `${filePartHead("application/pdf")}${Buffer.from(pdf("a").bytes).toString("latin1")}`;
  const end = formEnd.slice(2);

  test.each<[name: string, parts: string, headers?: Record<string, string>]>([
    ["without its end", `${good}${file}`],
    ["without a boundary", good, { "content-type": "multipart/form-data" }],
    ["with two files", `${good}${file}\r\n${file}${formEnd}`],
    ["with its file under another name", `${good}${file.replace('name="file"', 'name="avatar"')}${formEnd}`],
    ["with a field twice", `${good}${fieldPart("title", "again")}${file}${formEnd}`],
    ["with a field nobody knows", `${good}${fieldPart("status", "Published")}${file}${formEnd}`],
    ["with a field of half a megabyte", `${good}${fieldPart("alt", "x".repeat(500_000))}${file}${formEnd}`],
    [
      "with a hundred fields",
      `${good}${Array.from({ length: 100 }, (_, n) => fieldPart(`f${n}`, "")).join("")}${end}`,
    ],
    [
      "with a field without a name",
      `--${boundary}\r\ncontent-disposition: form-data\r\n\r\nx\r\n${good}${file}${formEnd}`,
    ],
    ["with a prototype", `${good}${fieldPart("__proto__", "x")}${file}${formEnd}`],
    ["with a NUL in a text", `${good.replace("How a cairn", "How\0a cairn")}${file}${formEnd}`],
    ["that is empty", ""],
    ["that is no form", "hello"],
  ])("%s is refused and leaves nothing behind", async (_case, parts, headers) => {
    const before = await footprint(app);
    const answer = await send(parts, headers);
    expect([400, 413]).toContain(answer.status);
    expect(answer.body.error).toEqual(expect.any(String));
    expect(await footprint(app)).toEqual(before);
  });

  test("may have its file first, and an empty file field where none was chosen", async () => {
    expect((await send(`${file}\r\n${good}${end}`)).status).toBe(201);
    const none = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n`;
    const answer = await send(`${good}${none}${end}`);
    expect(answer.status).toBe(201);
    expect(answer.body.media_url).toBeNull();
  });

  test("is refused by calls that take no file", async () => {
    const answer = await app.call("POST", "/auth/login", { body: Buffer.from(good), headers: formHeaders });
    expect(answer.status).toBe(415);
  });
});

describe("an interrupted upload", { repeats }, () => {
  const chunk = Buffer.alloc(256 * 1024, 1);
  const fields = Object.entries(draftFields())
    .map(([name, value]) => fieldPart(name, value))
    .join("");
  const isArriving = () => filesIn(app).then((names) => names.some((name) => name.endsWith(".part")));
  let before: Awaited<ReturnType<typeof footprint>>;

  const begin = async () => {
    before = await footprint(app);
    const call = openUpload({ port: site.port }, token, { ...formHeaders, "content-length": 20_000_000 });
    return call;
  };
  afterEach(async () => {
    await expect.poll(() => footprint(app)).toEqual(before);
  });

  test("before its file leaves nothing behind", async () => {
    const call = await begin();
    call.write(fields.slice(0, 100));
    await new Promise((resolve) => call.once("socket", (socket) => socket.once("connect", resolve)));
    call.destroy();
  });

  test("in the middle of its file leaves neither file nor row", async () => {
    const call = await begin();
    call.write(fields + filePartHead("video/mp4"));
    for (let sent = 0; sent < 8; sent += 1) call.write(chunk);
    await expect.poll(isArriving).toBe(true);
    call.destroy();
  });

  test("after its file, before the form's end, leaves neither file nor row", async () => {
    const call = await begin();
    call.write(filePartHead("application/pdf"));
    call.write(pdf("whole").bytes);
    call.write(`\r\n${fields}`);
    await expect.poll(isArriving).toBe(true);
    call.destroy();
  });

  test("by a reset of its connection leaves neither file nor row", async () => {
    const call = await begin();
    call.write(filePartHead("video/mp4"));
    call.write(chunk);
    await expect.poll(isArriving).toBe(true);
    call.socket?.resetAndDestroy();
  });
});

test("an upload whose sender does not wait for the answer is stored completely or not at all", async () => {
  const { body, headers } = await encodeForm(draftFields(), mp4({ size: 3_000_000 }));
  const call = openUpload({ port: site.port }, token, { ...headers, "content-length": body.length });
  const before = await footprint(app);
  call.end(body);
  await new Promise((resolve) => call.once("finish", resolve));
  call.destroy();
  await expect
    .poll(async () => {
      const { media, files } = await footprint(app);
      return files.length === media;
    })
    .toBe(true);
  const after = await footprint(app);
  expect(after.items - before.items).toBe(after.media - before.media);
});
