import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  buildTestApp,
  by,
  type CallOptions,
  type Member,
  makePeople,
  registerMember,
  type TestApp,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { forge } from "@tests/support/server/forge.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, mp4, png } from "@tests/support/server/media.ts";
import { openTestStore } from "@tests/support/server/store.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import yauzl from "yauzl";
import yazl from "yazl";
import { jobs, workExports } from "../../db/schema.ts";
import { runCommand } from "../../operator/run-command.ts";
import { openReceived } from "./import-sources.ts";

let app: TestApp;
let writer: Member;
let other: Member;
let admin: Member;

beforeAll(async () => {
  app = await buildTestApp();
  ({ writer, other, admin } = await makePeople(app));
});
afterAll(() => app.close());

type Files = Record<string, string | Buffer>;

/** The files of a ZIP by their paths. */
async function unpack(zip: Buffer): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  const opened = await yauzl.fromBufferPromise(zip);
  for await (const entry of opened.eachEntry()) {
    files[entry.fileName] = await buffer(await opened.openReadStreamPromise(entry));
  }
  return files;
}

function pack(files: Files, mode = 0o100644): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path, { mode });
  zip.end();
  return buffer(zip.outputStream);
}

/** The bytes of an answer that is no JSON. */
async function download(url: string, options: CallOptions = {}): Promise<Buffer> {
  const reply = await app.inject({
    url,
    ...(options.token && { headers: { authorization: `Bearer ${options.token}` } }),
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers["content-type"]).toBe("application/zip");
  return reply.rawPayload;
}

const send = (zip: Buffer, { member = writer, type = "application/zip", fields = {} } = {}) =>
  sendForm(app, "POST", "/content/import", {
    token: member.access_token,
    fields,
    file: { bytes: zip, type, name: "work.zip" },
  });

/** All of a member's work, by path. */
async function allWork(member: Member): Promise<Record<string, Buffer>> {
  expect((await app.call("POST", "/profiles/me/export", by(member))).status).toBe(202);
  await app.jobs.runDue("export");
  const { body } = await app.call("GET", "/profiles/me/export", by(member));
  expect(body.state).toBe("ready");
  return unpack(await download(body.url));
}

const sha256Of = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");
const titleOf = (text: string) => /^title: (.*)$/m.exec(text)?.[1] ?? "";

/** The Markdown of an archive by title, as it stands in the files but with each picture named by its hash. */
function textsOf(work: Record<string, Buffer>): Map<string, string> {
  const files = Object.entries(work);
  const hashes = new Map(files.map(([path, bytes]) => [path.split("/").at(-1) ?? "", sha256Of(bytes)]));
  const texts = files.filter(([path]) => path.endsWith(".md")).map(([, bytes]) => bytes.toString());
  const named = (text: string) =>
    text.replaceAll(/picture:([a-z0-9.]+)/g, (_, key: string) => `picture:${hashes.get(key)}`);
  return new Map(texts.map((text) => [titleOf(text), named(text)]));
}

/** How many files have a picture; `npm run prove` asks for 300. */
const pictured = Number(process.env.PICTURED_FILES ?? 12);
const moved = Math.max(60, pictured);

const item = (more: string, body = "Some words.") => `---\ncategory: Data Science\n${more}\n---\n\n${body}\n`;

describe("the download of an item", () => {
  it("holds its Markdown, its file, its revisions and its reviews", async () => {
    const picture = await png();
    const { body: made } = await sendForm(app, "POST", "/content", {
      token: writer.access_token,
      fields: draftFields({ title: 'On "quotes": a study', alt: "A pile" }),
      file: picture,
    });
    await app.call("PATCH", `/content/${made.id}`, by(writer, { body: "Newer *words*." }));
    await app.call("POST", `/admin/content/${made.id}/approve`, by(admin, { revision: 2 }));

    const files = await unpack(await download(`/content/${made.id}/download`, by(writer)));

    const folder = `${made.id}-on-quotes-a-study`;
    expect(Object.keys(files).sort()).toEqual(
      ["item.md", "media.png", "reviews.json", "revisions.json"].map((name) => `${folder}/${name}`),
    );
    const text = files[`${folder}/item.md`]?.toString() ?? "";
    expect(text).toMatch(
      /^---\ntitle: "On \\"quotes\\": a study"\ncategory: "Data Science"\ntype: "Article"\nmedia: "media.png"\nalt: "A pile"\ncreated: ".*Z"\npublished: ".*Z"\n---\n\nNewer \*words\*\.\n$/,
    );
    const revisions = JSON.parse(String(files[`${folder}/revisions.json`]));
    expect(revisions).toMatchObject([{ number: 1 }, { number: 2, body: "Newer *words*." }]);
    expect(revisions[1].media_sha256).toBe(sha256Of(files[`${folder}/media.png`] ?? ""));
    expect(JSON.parse(String(files[`${folder}/reviews.json`]))).toMatchObject([
      { decision: "approved", revision: 2 },
    ]);
  });
});

it("captions and chapters of a film come along, there and back", async () => {
  const sent = await sendForm(app, "POST", "/captions", {
    token: writer.access_token,
    fields: { language: "pt-BR" },
    file: { bytes: Buffer.from("1\n00:00:00,000 --> 00:00:01,000\nPedra\n"), type: "text/plain" },
  });
  const chapters = [
    { at: 0, title: "Below" },
    { at: 2, title: "Above: the last" },
  ];
  const { body: made } = await sendForm(app, "POST", "/content", {
    token: writer.access_token,
    fields: draftFields({ captions: sent.body.key, chapters: JSON.stringify(chapters), no_speech: "true" }),
    file: mp4(),
  });
  const zip = await download(`/content/${made.id}/download`, by(writer));
  const files = await unpack(zip);
  const name = Object.keys(files).find((path) => path.endsWith("/captions.pt-BR.vtt")) ?? "";
  expect(files[name]?.toString()).toBe(sent.body.vtt);

  const { body: taken } = await send(zip, { member: other });
  expect(taken.problems).toEqual([]);
  const { body: back } = await app.call("GET", `/content/${taken.items[0].id}`, by(other));
  expect(back).toMatchObject({
    chapters,
    no_speech: true,
    captions: [{ language: "pt-BR", label: "Português (Brasil)", cues: 1 }],
  });

  const lost = await send(
    await pack({ "a.md": item('captions: ["none.vtt"]\nmedia: "f.mp4"'), "f.mp4": Buffer.from(mp4().bytes) }),
  );
  expect(lost.body.problems).toEqual([{ file: "a.md", line: 3, problem: "There is no file none.vtt." }]);
});

it("the poster of a film comes along, there and back, and stays the same file for its author", async () => {
  const { body: made } = await sendForm(app, "POST", "/content", {
    token: writer.access_token,
    fields: draftFields(),
    file: [mp4(), { ...(await png({ width: 60, height: 40 })), part: "poster" }],
  });
  const zip = await download(`/content/${made.id}/download`, by(writer));
  const files = await unpack(zip);
  const name = Object.keys(files).find((path) => path.endsWith("/poster.png")) ?? "";
  const folder = name.split("/", 1)[0];
  expect(String(files[`${folder}/item.md`])).toContain('\nposter: "poster.png"\n');
  const [revision] = JSON.parse(String(files[`${folder}/revisions.json`]));
  expect(revision.poster_sha256).toBe(sha256Of(files[name] ?? ""));

  const shown = async (member: Member) => {
    const { body } = await send(zip, { member });
    expect(body.problems).toEqual([]);
    return (await app.call("GET", `/content/${body.items[0].id}`, by(member))).body.poster.split("?")[0];
  };
  expect(await shown(writer)).toBe(made.poster.split("?")[0]);
  expect(await shown(other)).toMatch(/^\/media\/[0-9a-f]{32}\.png$/);

  const lost = await send(await pack({ "a.md": item('poster: "none.png"') }));
  expect(lost.body.problems).toEqual([{ file: "a.md", line: 3, problem: "There is no file none.png." }]);
});

it("a film of another site comes along by its address, and not beside a file", async () => {
  const embed = "https://www.youtube.com/watch?v=aqz-KE-bpKQ";
  const { body: made } = await app.call("POST", "/content", by(writer, { ...draftFields(), embed }));
  const zip = await download(`/content/${made.id}/download`, by(writer));
  const { body: taken } = await send(zip, { member: other });
  expect(taken.problems).toEqual([]);
  const { body: back } = await app.call("GET", `/content/${taken.items[0].id}`, by(other));
  expect(back).toMatchObject({ content_type: "Video", embed: { address: embed }, media: null });

  const film = Buffer.from(mp4().bytes);
  const both = await send(await pack({ "a.md": item(`embed: "${embed}"\nmedia: "f.mp4"`), "f.mp4": film }));
  expect(both.body.problems).toEqual([
    { file: "a.md", line: 3, problem: expect.stringContaining("cannot be sent with a file") },
  ]);
});

describe("all of a member's work", () => {
  it("is made in the background, announced, fetched by its owner, asked for once a day and deleted after a week", async () => {
    const member = await registerMember(app, "TechWriter");
    await makeItem(app, { authorId: member.user_id, status: "Draft", title: "Mine" });
    expect((await app.call("GET", "/profiles/me/export", by(member))).body.state).toBe("none");

    const asked = await app.call("POST", "/profiles/me/export", by(member));
    expect(asked).toMatchObject({ status: 202, body: { state: "waiting", url: null } });
    expect((await app.call("POST", "/profiles/me/export", by(member))).status).toBe(429);
    await app.jobs.runDue("export");

    const { body: notices } = await app.call("GET", "/notifications", by(member));
    expect(notices.items[0]).toMatchObject({
      message: "Your posts are ready to download for seven days",
      url: "/content",
    });
    const { url } = (await app.call("GET", "/profiles/me/export", by(member))).body;
    const files = await unpack(await download(url));
    expect(Object.keys(files).some((path) => path.endsWith("-mine/item.md"))).toBe(true);
    const [path] = url.split("?");
    expect((await app.call("GET", path)).status).toBe(404);
    expect((await app.call("GET", forge(url))).status).toBe(404);
    await app.sweep();
    expect((await app.call("GET", url)).status).toBe(200);

    app.passTime(8 * 24 * 60 * 60 * 1000);
    const fresh = await app.call("POST", "/auth/login", {
      body: { email: member.email, password: "correct horse battery" },
    });
    await app.sweep();
    expect((await app.call("GET", url)).status).toBe(404);
    const after = await app.call("GET", "/profiles/me/export", { token: fresh.body.access_token });
    expect(after.body.state).toBe("none");
    app.passTime(-8 * 24 * 60 * 60 * 1000);
  });

  it("is given up once where the site has no room for it, and its owner is told so", async () => {
    const crowded = await buildTestApp({ siteStorageBytes: 100 });
    onTestFinished(() => crowded.close());
    const member = await registerMember(crowded, "TechWriter");
    await makeItem(crowded, { authorId: member.user_id, status: "Draft", title: "Mine" });
    await crowded.call("POST", "/profiles/me/export", by(member));
    await crowded.jobs.runDue("export");
    const { body } = await crowded.call("GET", "/profiles/me/export", by(member));
    expect(body).toMatchObject({ state: "failed", ready_until: null, url: null });
    const tried = await crowded.db.query.select().from(workExports);
    crowded.passTime(2 * 60 * 60 * 1000);
    await crowded.jobs.runDue("export");
    expect(await crowded.db.query.select().from(workExports)).toEqual(tried);
    expect(await readdir(crowded.store.incoming)).toEqual([]);
  });

  it("is left to the next start where the server stops, and does not hold it up", async () => {
    const store = await openTestStore(await mkdtemp(join(tmpdir(), "cairn-export-")));
    const endless = Object.create(store, { open: { value: async () => new Readable({ read() {} }) } });
    const stopped = await buildTestApp({}, null, { store: endless });
    onTestFinished(() => stopped.close());
    const { access_token: token } = await registerMember(stopped, "TechWriter");
    await sendForm(stopped, "POST", "/content", { token, fields: draftFields(), file: await png() });
    await stopped.call("POST", "/profiles/me/export", { token });
    const under = async () => {
      const found = await stopped.db.query.select().from(jobs).where(eq(jobs.kind, "export"));
      return found.map(({ isLeased, attempts }) => ({ isLeased, attempts }));
    };

    const made = stopped.jobs.runDue("export");
    await expect.poll(under).toEqual([{ isLeased: true, attempts: 1 }]);
    await stopped.http.close();
    await made;

    expect(await under()).toEqual([{ isLeased: false, attempts: 0 }]);
    expect(await readdir(store.incoming)).toEqual([]);
  });

  it("is tried for a day, and may then be asked for again", async () => {
    const late = await buildTestApp();
    onTestFinished(() => late.close());
    const member = await registerMember(late, "TechWriter");
    await late.call("POST", "/profiles/me/export", by(member));
    late.passTime(24 * 60 * 60 * 1000);
    await late.jobs.runDue("export");
    const again = await late.startSession(member.user_id);
    const token = again.access_token;
    expect((await late.call("GET", "/profiles/me/export", { token })).body.state).toBe("failed");
    const asked = await late.call("POST", "/profiles/me/export", { token });
    expect(asked).toMatchObject({ status: 202, body: { state: "waiting" } });
  });
});

describe("taking work in", () => {
  it("gives files back byte for byte with the same pictures, out and in and out again", {
    timeout: 60_000 + pictured * 2_000,
  }, async () => {
    const first = await registerMember(app, "TechWriter");
    const second = await registerMember(app, "TechWriter");
    const files: Files = {};
    for (let number = 1; number <= moved; number += 1) {
      const more = [
        `title: ${JSON.stringify(`Part ${number}: "ça", 'عربي' # & more`)}`,
        ...(number % 3 === 0 ? [`applies_to: [node 20, "postgresql 18"]`] : []),
        // Taken in twice by its author, who may have 50 posts in a series.
        ...(number % 15 === 0 ? ["series: All fifteenths", `part: ${number / 15}`] : []),
        "created: 2026-01-02T03:04:05.678Z",
      ];
      let shown = "";
      if (number <= pictured) {
        const isPng = number % 2 === 0;
        const key = `${"stone".repeat(3)}${number}x.${isPng ? "png" : "jpg"}`;
        const { bytes } = await (isPng ? png : jpeg)({ width: 20 + number, height: 30 });
        files[`folder/pictures/${key}`] = Buffer.from(bytes);
        shown = `\n\n![Pile ${number}](picture:${key})`;
      }
      const body = `# Part ${number}\n\n- one\n- **two**\n\n\`\`\`js\nconst a = "\\n";\n\`\`\`\n\n---\n\n  ${"x".repeat(number * 20)}  end${shown}`;
      files[`folder/${number}.md`] = item(more.join("\n"), body);
    }
    const taken = await send(await pack(files), { member: first });
    expect(taken.body.problems).toEqual([]);
    expect(taken.body.items).toHaveLength(moved);

    const work = await allWork(first);
    const out = textsOf(work);
    expect(out.size).toBe(moved);
    const again = await send(await pack(work), { member: second });
    expect(again.body.problems).toEqual([]);
    // What comes from another account keeps its bytes, so that its hash is the same.
    const theirs = await allWork(second);
    expect(textsOf(theirs)).toEqual(out);
    expect(out.get('"Part 15: \\"ça\\", \'عربي\' # & more"')).toContain(
      'series: "All fifteenths"\npart: 1\n',
    );

    const bodyIn = (text: string) => text.slice(text.indexOf("\n---\n\n") + 6);
    const originals = Object.entries(work).filter(([path]) => path.endsWith(".md"));
    const bodies = new Map(originals.map(([, text]) => [titleOf(String(text)), bodyIn(String(text))]));
    const withPictures = Object.fromEntries(
      Object.entries(theirs).filter(([path, bytes]) => !path.endsWith(".md") || bytes.includes("picture:")),
    );
    const back = await send(await pack(withPictures), { member: first });
    expect(back.body.problems).toEqual([]);
    expect(back.body.items).toHaveLength(pictured);
    for (const { id, title } of back.body.items) {
      // Their own pictures, under their own names.
      const { body } = await app.call("GET", `/content/${id}`, by(first));
      expect(`${body.body}\n`).toBe(bodies.get(JSON.stringify(title)));
    }
    process.stdout.write(`FIGURE ${moved} files, ${pictured} of them with a picture, out and in twice\n`);
  });

  it("takes an item's file along, and keeps one that the author has already as it is", async () => {
    const picture = await png();
    const zip = await pack({
      "a/item.md": item("title: With a picture\nmedia: media.png\nalt: A pile"),
      "a/media.png": Buffer.from(picture.bytes),
    });

    const { body } = await send(zip);

    expect(body.problems).toEqual([]);
    const made = (await app.call("GET", `/content/${body.items[0].id}`, by(writer))).body;
    expect(made).toMatchObject({
      status: "Draft",
      title: "With a picture",
      media: { type: "image/png", alt: "A pile" },
    });
    const out = await download(`/content/${made.id}/download`, by(writer));
    const again = (await send(out)).body;
    expect(again.problems).toEqual([]);
    const copy = (await app.call("GET", `/content/${again.items[0].id}`, by(writer))).body;
    expect(copy.media_url.split("?")[0]).toBe(made.media_url.split("?")[0]);
  });

  it("brings the pictures of a text to another author, and leaves those that are the author's own", async () => {
    const picture = await sendForm(app, "POST", "/pictures", {
      token: writer.access_token,
      fields: { alt: "A pile" },
      file: await png(),
    });
    const { key } = picture.body;
    const cover = async () =>
      sendForm(app, "POST", "/pictures", {
        token: writer.access_token,
        fields: { alt: "", decorative: "true" },
        file: await png({ width: 60, height: 40 }),
      });
    const made = await app.call(
      "POST",
      "/content",
      by(writer, {
        ...draftFields({ title: "Pictured" }),
        body: `One ![A pile](picture:${key}) here.`,
        draft: true,
        language: "fr",
        summary: "A pile in words.",
        cover: (await cover()).body.key,
      }),
    );
    const out = await download(`/content/${made.body.id}/download`, by(writer));
    expect(Object.keys(await unpack(out))).toContain(`${made.body.id}-pictured/pictures/${key}`);

    const [own, theirs] = [await send(out), await send(out, { member: other })];

    expect([own.body.problems, theirs.body.problems]).toEqual([[], []]);
    const bodyOf = async (member: Member, { items }: { items: { id: number }[] }) =>
      (await app.call("GET", `/content/${items[0]?.id}`, by(member))).body;
    expect(await bodyOf(writer, own.body)).toMatchObject({
      body: `One ![A pile](picture:${key}) here.`,
      language: "fr",
      excerpt: "A pile in words.",
      cover: { width: 60, height: 40 },
    });
    const { body, cover: theirCover } = await bodyOf(other, theirs.body);
    expect(theirCover).toMatchObject({ width: 60, height: 40 });
    expect(body).toMatch(/^One !\[A pile\]\(picture:[a-z0-9]+\.png\) here\.$/);
    expect(body).not.toContain(key);
  });

  it("takes the pictures of other programs' exports, each once, and says what is wrong with the others", async () => {
    const { bytes } = await png({ width: 40, height: 30 });
    const zip = await pack({
      "vault/post.md": item(
        "title: From a vault",
        "![[Mein Bild.PNG|A pile|300]] and ![B](Anh%C3%A4nge/Mein%20Bild.PNG 'Again')\n\n`![C](c.png)`",
      ),
      "vault/Anha\u0308nge/Mein Bild.PNG": Buffer.from(bytes),
      "lost.md": item("title: Lost", "Words.\n\n![D](img/d.png)"),
      "drawn.md": item("title: Drawn", "![E](e.svg)"),
      "e.svg": "<svg/>",
      "nobody.png": "x",
    });

    const { body } = await send(zip);

    expect(body.problems).toEqual([
      {
        file: "nobody.png",
        line: null,
        problem: "This is not a Markdown file, and no Markdown file shows it or names it as its media.",
      },
      {
        file: "drawn.md",
        line: 6,
        problem:
          "e.svg cannot be shown. This is an SVG picture. Only PNG, JPEG, WebP, GIF and AVIF pictures are allowed.",
      },
      { file: "lost.md", line: 8, problem: "The import has no file for the picture img/d.png." },
    ]);
    const made = await app.call("GET", `/content/${body.items[0].id}`, by(writer));
    const [, key] = /picture:([a-z0-9]{32}\.png)/.exec(made.body.body) ?? [];
    expect(made.body.body).toBe(
      `![A pile](picture:${key}) and ![B](picture:${key} "Again")\n\n\`![C](c.png)\``,
    );
  });

  it("takes a single Markdown file, with its first heading as the title, and sends it if asked", async () => {
    const text = item("type: Article", "# A heading\n\nWords.");

    const { body } = await send(Buffer.from(text), { type: "text/markdown", fields: { send: "true" } });

    expect(body).toMatchObject({ items: [{ title: "A heading", file: "item.md" }], problems: [] });
    const { body: made } = await app.call("GET", `/content/${body.items[0].id}`, by(writer));
    expect(made.status).toBe("Pending");
  });

  it("names by file and line what it does not understand, and takes nothing of that file", async () => {
    const zip = await pack({
      "1.md": item("title: Good"),
      "2.md": item("title: Bad\ncolour: red"),
      "3.md": item("title: 'Broken"),
      "4.md": "---\ntitle: No end\n",
      "5.md": item("title: No such file\nmedia: ../media.png"),
      "6.md": "---\ntitle: No such category\ncategory: Gardening\n---\n\nWords.\n",
      "7.md": item("title: Bad label\napplies_to:\n  - node 20\n  - nothing"),
      "8.md": "No category.\n",
      "9.md": Buffer.from([0xff, 0xfe, 0x00]),
      "10.md": item(`title: ${"long ".repeat(40)}`),
      "11.md": item("title: Before our time\ncreated: 0000-01-01"),
      "12.md": item("title: Nothing to see\nseries: \u2800"),
      "notes.txt": "what is this",
      ".DS_Store": "the system's",
      "revisions.json": "[]",
    });

    const { status, body } = await send(zip);

    expect(status).toBe(200);
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(["Good"]);
    const named = body.problems.map(({ file, line }: { file: string; line: number }) => `${file}:${line}`);
    expect(named.sort()).toEqual(
      [
        "10.md:3",
        "11.md:4",
        "12.md:4",
        "2.md:4",
        "3.md:3",
        "4.md:1",
        "5.md:4",
        "6.md:3",
        "7.md:4",
        "8.md:1",
        "9.md:null",
        "notes.txt:null",
      ].sort(),
    );
  });

  it("refuses archives with links or names that lead out, and what is no archive", async () => {
    const link = await pack({ "link.md": "/etc/passwd" }, 0o120777);
    const plain = await pack({ "aa/item.md": item("title: Outside") });
    const outside = Buffer.from(plain.toString("latin1").replaceAll("aa/item.md", "../item.md"), "latin1");
    const torn = (await pack({ "item.md": item("title: Torn") })).subarray(0, 60);
    const before = (await app.call("GET", "/content/stats", by(writer))).body.totalPosts;

    for (const zip of [link, outside, torn]) {
      const { status, body } = await send(zip);
      expect({ status, code: body.code }).toEqual({ status: 415, code: "file_type_refused" });
    }
    expect((await send(Buffer.from("x"), { type: "image/png" })).status).toBe(415);
    expect((await app.call("POST", "/content/import", by(writer, {}))).status).toBe(400);
    expect((await app.call("GET", "/content/stats", by(writer))).body.totalPosts).toBe(before);
  });

  it("says what is wrong with a ZIP that is empty, holds a ZIP, or is compressed in another way", async () => {
    const packed = await pack({ "item.md": item("title: A") });
    const entry = packed.indexOf("PK\x01\x02", 0, "latin1");
    const inBzip2 = Buffer.from(packed);
    for (const at of [8, entry + 10]) inBzip2.writeUInt16LE(12, at);

    expect((await send(await pack({}))).body.error).toBe("This ZIP is empty.");
    expect((await send(inBzip2)).body.error).toMatch(
      /^This ZIP is compressed in a way that this site cannot read\./,
    );
    expect((await send(await pack({ "Export-Part-1.zip": packed }))).body.problems).toEqual([
      {
        file: "Export-Part-1.zip",
        line: null,
        problem: "This is a ZIP inside the ZIP. Unpack it, and import what it contains.",
      },
    ]);
  });

  it("reads four gigabytes of large files at most, however many texts name one of them", async () => {
    const path = join(await mkdtemp(join(tmpdir(), "cairn-import-")), "work.zip");
    const zip = await pack({ "item.md": item("title: A"), "film.mp4": Buffer.alloc(50 * 1024 ** 2) });
    await writeFile(path, zip);
    const source = await openReceived({ path, bytes: zip.length });
    onTestFinished(() => source.close());
    for (let count = 0; count < 81; count += 1) (await source.open("film.mp4")).destroy();
    await expect(source.open("film.mp4")).rejects.toMatchObject({ code: "body_too_large" });
    (await source.open("item.md")).destroy();
  });

  it("refuses a ZIP with more folders than it looks through", async () => {
    const zip = new yazl.ZipFile();
    for (let folder = 0; folder <= 20_000; folder += 1) zip.addEmptyDirectory(`${folder}`);
    zip.end();

    const { status, body } = await send(await buffer(zip.outputStream));

    expect({ status, code: body.code }).toEqual({ status: 413, code: "body_too_large" });
  });

  it("answers with short words to files that are long, and refuses paths that are", async () => {
    const long = "x".repeat(100_000);
    const zip = await pack({
      "date.md": item(`title: a\ncreated: ${long}`),
      "name.md": item(`title: a\n${long}: b`),
      "media.md": item(`title: a\nmedia: ${long}`),
    });

    const { body } = await send(zip);

    expect(body.problems).toHaveLength(3);
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
    const deep = await pack({ [`${"folder/".repeat(100)}item.md`]: item("title: Deep") });
    expect(await send(deep)).toMatchObject({ status: 415, body: { code: "file_type_refused" } });
  });

  it("makes no picture for a text that names too many", async () => {
    const { bytes } = await png();
    const keys = Array.from({ length: 31 }, (_, index) => `${String(index).padStart(32, "0")}.png`);
    const pictures = keys.map((key): [string, Buffer] => [`pictures/${key}`, Buffer.from(bytes)]);
    const body = keys.map((key) => `![a](picture:${key})`).join("\n\n");

    const before = await app.db.query.execute("select count(*)::int from media");

    const sent = await send(
      await pack({ "item.md": item("title: Many", body), ...Object.fromEntries(pictures) }),
    );

    expect(sent.body.problems).toEqual([
      { file: "item.md", line: 6, problem: "A text can have at most 30 pictures." },
    ]);
    expect((await app.db.query.execute("select count(*)::int from media")).rows).toEqual(before.rows);
  });

  it("counts each post, and takes nothing from one with more posts than the member has left", async () => {
    const member = await registerMember(app);
    const posts = (count: number) =>
      pack(
        Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`${index}.md`, item("type: Article")]),
        ),
      );
    expect((await send(await posts(2), { member })).body.items).toHaveLength(2);

    const refused = await send(await posts(999), { member });

    expect(refused).toMatchObject({
      status: 429,
      body: {
        error:
          "You can import 1,000 posts an hour, and 998 more now. Import fewer at once, or try again later.",
      },
    });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_500);
    const { headers } = await app.call("GET", `/content?user_id=${member.user_id}&per_page=1`, by(member));
    expect(headers["x-total-count"]).toBe("2");
    expect((await send(await posts(1), { member })).status).toBe(200);
  });

  it("runs once at a time for a member", async () => {
    const zip = await pack({ "item.md": item("title: At once") });

    const replies = await Promise.all([send(zip, { member: other }), send(zip, { member: other })]);

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect((await send(zip, { member: other })).status).toBe(200);
  });

  it("is the operator's as well: a folder for an author, where links are not followed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cairn-import-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "good.md"), item("title: From a folder"));
    await writeFile(join(folder, "bad.md"), item("title: Bad\nwhat: is this"));
    await symlink("/etc/hostname", join(folder, "link.md"));
    const { operator } = app;

    const outcome = await runCommand(["import", folder, "--author", other.email], operator);

    expect(outcome).toEqual({
      lines: [expect.stringContaining('bad.md:4: There is no field "what".'), "1 post imported, 1 problems."],
      status: 1,
    });
    const { body } = await app.call("GET", `/content?user_id=${other.user_id}`, by(other));
    expect(body).toContainEqual(expect.objectContaining({ title: "From a folder", status: "Draft" }));
    expect(body.map(({ title }: { title: string }) => title)).not.toContain("Bad");
    expect((await runCommand(["import", folder, "--author", "nobody@example.test"], operator)).status).toBe(
      1,
    );
    expect((await runCommand(["import", folder], operator)).status).toBe(2);
  });
});
