import type { ContentItem } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { readAll } from "@tests/support/server/paging.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { content, users } from "../../db/schema.ts";

/** Taken from the public. */
const unpublished = { status: "Flagged", publishedRevisionId: null, publishedReview: null } as const;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const search = (app: TestApp, query: Record<string, string>) =>
  app.call("GET", `/content/search?${new URLSearchParams(query)}`);
const titles = (answer: { body: { items: ContentItem[] } }) => answer.body.items.map((item) => item.title);

let app: TestApp;
let authorId: number;
beforeAll(async () => {
  app = await buildTestApp();
  authorId = (await registerMember(app, "TechWriter")).user_id;
  const make = (facts: Partial<Parameters<typeof makeItem>[1]>) => makeItem(app, { authorId, ...facts });
  await make({
    title: "Postgres indexes that help",
    body: "Read the plan first.",
    categoryId: 1,
    at: hoursAgo(5),
  });
  await make({
    title: "Reading a query plan",
    body: "With postgres and patience.",
    categoryId: 3,
    at: hoursAgo(4),
  });
  await make({ title: "Spot the phish", body: "Five mails.", categoryId: 2, type: "Video", at: hoursAgo(3) });
  await make({ title: "Pager nights", body: "A recording.", categoryId: 1, type: "Audio", at: hoursAgo(2) });
  await make({ title: "Postgres secrets", body: "Not yet.", status: "Pending", at: hoursAgo(1) });
});
afterAll(() => app.close());

describe("searching", () => {
  test("ranks a word in the title above one in the text, and finds what is published only", async () => {
    expect(titles(await search(app, { q: "postgres" }))).toEqual([
      "Postgres indexes that help",
      "Reading a query plan",
    ]);
  });

  test("finds other forms of a word", async () => {
    expect(titles(await search(app, { q: "index" }))).toEqual(["Postgres indexes that help"]);
  });

  test.each([
    ["postgers", "postgres"],
    ["indexse", "indexes"],
    ["phisch", "phish"],
    ["Postgres.js", "Postgres"],
    ["postgersjs", "postgres"],
  ])("corrects %s and says that it searched for %s", async (q, corrected) => {
    const answer = await search(app, { q });
    expect(answer.body.corrected).toBe(corrected);
    expect(answer.body.items.length).toBeGreaterThan(0);
  });

  test("corrects no ending of a name: there is nothing about .phis", async () => {
    expect((await search(app, { q: ".phis" })).body).toEqual({ items: [], next: null });
  });

  test("offers no correction when no word is similar", async () => {
    const { body } = await search(app, { q: "zzzzqqqq" });
    expect(body).toEqual({ items: [], next: null });
  });

  test.each([
    ["'"],
    ['"'],
    ["& | ! ( ) : *"],
    ["<->"],
    ["%"],
    ["\\"],
    ["the"],
    ["-postgres"],
    ["a".repeat(200)],
  ])("treats %s as plain words", async (q) => {
    expect((await search(app, { q })).status).toBe(200);
  });

  test.each([
    [{ q: "a".repeat(201) }, "q"],
    [{ type: "Podcast" }, "type"],
    [{ category: "Cooking" }, "category"],
    [{ q: "a\0b" }, "q"],
  ])("with %o is refused", async (query, field) => {
    const answer = await search(app, query);
    expect(answer.status).toBe(400);
    expect(answer.body.details[0].field).toBe(field);
  });
});

describe("a word is found in the forms that readers use", () => {
  const written = {
    zustand: { title: "State with Zustand.js", body: "Small stores." },
    path: { title: "Two processes", body: "See client/servantz and src/deep_folder/file_namer.ts." },
    node: { title: "Streams in Node.js", body: "Backpressure." },
    nodeJoint: { title: "NodeJS at night", body: "Timers." },
    cPlusPlus: { title: "Moves in C++", body: "Owners." },
    cSharp: { title: "Records in C#", body: "Values." },
    fSharp: { title: "Pipes in F#", body: "Types." },
    dotNet: { title: "Hosting ASP.NET", body: "Kestrel." },
    c: { title: "Pointers in C", body: "Care." },
    kubernetes: { title: "Kubernetes probes", body: "Three questions." },
    kubelet: { title: "What a kubelet does", body: "It asks." },
    net: { title: "A net of cables", body: "Knots and nodules." },
    accents: { title: "A résumé that is read", body: "Señor Ångström’s café." },
    plain: { title: "Your resume in one page", body: "Short." },
    japanese: { title: "日本語で学ぶReact入門", body: "東京のプログラマーが書きました。猫もいます。" },
    korean: { title: "파이썬 배우기", body: "프로그래밍을 배웁니다." },
    // From reports to other projects: metabase #73501, miniflux #235, typesense #228, meilisearch #563.
    sales: { title: "今月の売上", body: "グラフ" },
    chinese: { title: "中文", body: "这是一个测试" },
    khmer: { title: "Khmer", body: "វាងាយស្រួលសើចណាស់ក្នុងការទិញថ្នាំគ្រប់ការពិពណ៌នា" },
    lao: { title: "Kingston SDCard 64GB", body: "ພ້ອມສົ່ງ ອຸນຫະພູມ" },
    tag: { title: "What a <details> is", body: "A node that opens: user@maildomain.example, version 2.17." },
  };
  type Name = keyof typeof written;
  let own: TestApp;
  let otherAuthor: number;
  beforeAll(async () => {
    own = await buildTestApp();
    otherAuthor = (await registerMember(own, "TechWriter")).user_id;
    for (const item of Object.values(written)) await makeItem(own, { authorId: otherAuthor, ...item });
  });
  afterAll(() => own.close());

  test.each<[q: string, found: Name[]]>([
    ["zustand", ["zustand"]],
    ["Zustand.js", ["zustand"]],
    ["servantz", ["path"]],
    ["client/servantz", ["path"]],
    ["namer", ["path"]],
    ["file_namer.ts", ["path"]],
    ["node -details", ["node", "nodeJoint"]],
    ["node.js", ["node", "nodeJoint"]],
    ["NodeJS", ["node", "nodeJoint"]],
    ["node js", ["node", "nodeJoint"]],
    ["kubernets", ["kubernetes"]],
    ["c++", ["cPlusPlus"]],
    // From an address, in which + stands for a space.
    ["c  ", ["cPlusPlus"]],
    ["c   moves", ["cPlusPlus"]],
    ["moves c  ", ["cPlusPlus"]],
    ["C#", ["cSharp"]],
    ["f#", ["fSharp"]],
    [".NET", ["dotNet"]],
    ["dotnet", ["dotNet"]],
    ["asp.net", ["dotNet"]],
    ["net", ["net"]],
    ["c", ["c"]],
    ["in -c++ -C# moves", []],
    ["resume", ["accents", "plain"]],
    ["RÉSUMÉ", ["accents", "plain"]],
    ["re\u0301sume\u0301", ["accents", "plain"]],
    ["senor angstrom", ["accents"]],
    ["cafe", ["accents"]],
    ["日本語", ["japanese"]],
    ["日本", ["japanese"]],
    ["本日", []],
    ["プログラマー", ["japanese"]],
    ["ﾌﾟﾛｸﾞﾗﾏｰ", ["japanese"]],
    ["猫", ["japanese"]],
    ["react", ["japanese"]],
    ["React入門", ["japanese"]],
    ["react -入門", []],
    ["프로그래밍", ["korean"]],
    ["売上", ["sales"]],
    ["测试", ["chinese"]],
    ["ទិញថ្នាំ", ["khmer"]],
    ["ອຸນ", ["lao"]],
    ["details", ["tag"]],
    ["maildomain", ["tag"]],
    ["2.17", ["tag"]],
    ['"one page" or servantz', ["path", "plain"]],
  ])("%s", async (q, found) => {
    const answer = await search(own, { q });
    expect(answer.body).not.toHaveProperty("corrected");
    expect(titles(answer).sort()).toEqual(found.map((name) => written[name].title).sort());
  });

  test("pages through many matches without gaps or duplicates", async () => {
    for (let count = 0; count < 30; count += 1) {
      await makeItem(own, {
        authorId: otherAuthor,
        title: `Kettle ${count}`,
        body: "kettle ".repeat(1 + (count % 4)),
      });
    }
    const seen = await readAll<ContentItem>(own, "/content/search?q=kettle");
    expect(seen).toHaveLength(30);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(30);
  });

  test("a word that is no longer in a public title is not suggested; the next nearest is", async () => {
    const gone = await makeItem(own, { authorId: otherAuthor, title: "Terraform quirks" });
    await makeItem(own, { authorId: otherAuthor, title: "Terrafirma at last" });
    expect((await search(own, { q: "terraferm" })).body.corrected).toBe("terraform");

    await own.db.query.update(content).set(unpublished).where(eq(content.id, gone));
    expect((await search(own, { q: "terraferm" })).body.corrected).toBe("terrafirma");
  });
});

describe("whole texts and common words", () => {
  const last = "finale";
  const written = {
    long: { title: "A long read", body: `${"kettle boils slowly ".repeat(2_600).slice(0, 49_990)} ${last}` },
    french: {
      title: "Un long texte",
      body: `${"la lumière arrive ".repeat(2_900).slice(0, 49_980)} chevaux`,
      language: "fr" as const,
    },
    japanese: {
      title: "長い本文",
      body: `${"日本語のテキストです。".repeat(4_600).slice(0, 49_990)}最後の終着駅`,
    },
    question: { title: "What is this?", body: "A picture." },
    play: { title: "To be, or not to be", body: "A soliloquy." },
    song: { title: "It's on", body: "A tune." },
    letter: { title: "I", body: "One letter." },
    accents: { title: "Whät was thé?", body: "Marks." },
    thirty: { title: "Thirty dockyards", body: "Ships." },
    go: { title: "Go", body: "A language." },
    version: { title: "ES2015 modules", body: "Imports." },
  };
  type Name = keyof typeof written;
  let own: TestApp;
  beforeAll(async () => {
    own = await buildTestApp();
    const { user_id } = await registerMember(own, "TechWriter");
    for (const item of Object.values(written)) await makeItem(own, { authorId: user_id, ...item });
  });
  afterAll(() => own.close());

  test.each<[q: string, found: Name[]]>([
    [last, ["long"]],
    [`"slowly ${last}"`, []],
    ["cheval", ["french"]],
    ["終着駅", ["japanese"]],
    ["駅", ["japanese"]],
    ["最後の終着駅", ["japanese"]],
    ["What is this?", ["question"]],
    ["this", ["question"]],
    ['"what is this"', ["question"]],
    ['"is what"', []],
    ["what is this -picture", []],
    ["what is this -kettle", ["question"]],
    ["what is this or soliloquy", ["question", "play"]],
    ["dockyard or what is this", ["question", "thirty"]],
    ["-this what is", []],
    ["to be or not to be", ["play"]],
    ['"to be, or not to be"', ["play"]],
    ["it's on", ["song"]],
    ["on", ["song"]],
    ["i", ["letter"]],
    ["what was the", ["accents"]],
    ["wha\u0308t was the\u0301", ["accents"]],
    ["THE", ["accents"]],
    ["go", ["go"]],
    ["the kettle", ["long"]],
    ["x".repeat(200), []],
    ["thing", []],
    ["docks", []],
    ["these", []],
    ["es2016", []],
    ["2015", []],
    ["avec", []],
  ])("%s", async (q, found) => {
    const answer = await search(own, { q });
    expect(answer.body).not.toHaveProperty("corrected");
    expect(titles(answer).sort()).toEqual(found.map((name) => written[name].title).sort());
  });

  test.each([
    ["what is a dokyard", "what is a dockyards"],
    ["dokyards -kettel", "dockyards -kettel"],
  ])("%s is corrected to %s", async (q, corrected) => {
    expect((await search(own, { q })).body).toMatchObject({
      corrected,
      items: [{ title: "Thirty dockyards" }],
    });
  });

  test("a correction that finds nothing under the chosen type is not offered", async () => {
    expect((await search(own, { q: "dokyards", type: "video" })).body).toEqual({ items: [], next: null });
  });

  test("a text of 50,000 different letters without spaces is published, and found by its last two", async () => {
    const letters = Array.from({ length: 50_000 }, (_, index) => String.fromCodePoint(0x20000 + index)).join(
      "",
    );
    const { user_id } = await registerMember(own, "TechWriter");
    await makeItem(own, { authorId: user_id, title: "Rare letters", body: letters, language: "fr" });
    expect(titles(await search(own, { q: letters.slice(-4) }))).toEqual(["Rare letters"]);
  });
});

describe("the library without words", () => {
  test("is newest first, by category's id or name and by type in any case", async () => {
    expect(titles(await search(app, {}))).toEqual([
      "Pager nights",
      "Spot the phish",
      "Reading a query plan",
      "Postgres indexes that help",
    ]);
    expect(titles(await search(app, { category: "1" }))).toEqual([
      "Pager nights",
      "Postgres indexes that help",
    ]);
    expect(titles(await search(app, { category: "cyber security" }))).toEqual(["Spot the phish"]);
    expect(titles(await search(app, { type: "audio", category: "Fullstack Development" }))).toEqual([
      "Pager nights",
    ]);
    expect(titles(await search(app, { type: "video", q: "mails" }))).toEqual(["Spot the phish"]);
  });
});

describe("the search for authors", () => {
  const named = async (q: string) => {
    const { status, body } = await app.call("GET", `/authors?${new URLSearchParams({ q })}`);
    expect(status).toBe(200);
    return body.items.map(({ name }: { name: string }) => name);
  };
  const rename = (id: number, name: string) =>
    app.db.query.update(users).set({ name }).where(eq(users.id, id));
  /** With published work, unless it says otherwise. */
  async function makeAuthor(name: string, facts: Partial<Parameters<typeof makeItem>[1]> = {}) {
    const { user_id: id } = await registerMember(app, "TechWriter");
    await rename(id, name);
    return { id, item: await makeItem(app, { authorId: id, ...facts }) };
  }

  test("finds who has published by words of the name and their beginnings, by name, accents aside", async () => {
    await makeAuthor("Zoë Mensah");
    await makeAuthor("Abena Mensah-Bonsu");
    await makeAuthor("Kofi Mensah", { status: "Pending" });
    await makeAuthor("Ada C");
    expect(await named("mensah")).toEqual(["Abena Mensah-Bonsu", "Zoë Mensah"]);
    expect(await named("MENS zoe")).toEqual(["Zoë Mensah"]);
    expect(await named("bonsu")).toEqual(["Abena Mensah-Bonsu"]);
    expect(await named("ada c")).toEqual(["Ada C"]);
    // Two letters begin too many names.
    expect(await named("me")).toEqual([]);
    for (const q of ["ensah", "mensah kofi", "", " ", "c++", "' | !(", "\\"])
      expect(await named(q)).toEqual([]);
    expect((await app.call("GET", `/authors?q=${"x".repeat(201)}`)).status).toBe(400);
  });

  test("follows a new name, and forgets who has nothing public any more", async () => {
    const { id, item } = await makeAuthor("Yaw Before");
    expect(await named("yaw")).toEqual(["Yaw Before"]);
    await rename(id, "Yaw After");
    expect(await named("before")).toEqual([]);
    expect(await named("after")).toEqual(["Yaw After"]);
    await app.db.query.update(content).set(unpublished).where(eq(content.id, item));
    expect(await named("yaw")).toEqual([]);
  });

  test("ends at six", async () => {
    for (let count = 0; count < 7; count += 1) await makeAuthor(`Quill ${count}`);
    expect(await named("quill")).toHaveLength(6);
  });
});

describe("words that name a category or a label", () => {
  test.each([
    ["full-stack", "Fullstack Development", "Audio", ["Pager nights"]],
    ["Cyber Security", "Cyber Security", "Video", ["Spot the phish"]],
  ])(
    "shows the newest posts of the category that %s names, where no post has the words",
    async (q, name, type, found) => {
      const answer = await search(app, { q, type });
      expect(answer.body).toMatchObject({ category: name, instead: name });
      expect(titles(answer)).toEqual(found);
    },
  );

  test("names the category of the words beside the posts that have them, and none inside another one", async () => {
    const item = await makeItem(app, { authorId, title: "Mobile first", categoryId: 1, at: hoursAgo(9) });
    const { body } = await search(app, { q: "mobile" });
    expect(body).toMatchObject({ category: "Mobile Development", items: [{ id: item }] });
    expect(body.instead).toBeUndefined();
    expect((await search(app, { q: "cyber", category: "1" })).body).toEqual({ items: [], next: null });
  });

  test("shows the posts with the label that the words name, where no post has the words", async () => {
    const item = await makeItem(app, { authorId, title: "Leaks", categoryId: 1, at: hoursAgo(10) });
    await app.db.query.execute(sql`insert into published_labels values ('deno 2', ${item})`);
    expect((await search(app, { q: "Deno 2" })).body).toMatchObject({
      instead: "deno 2",
      items: [{ id: item }],
    });
  });

  test("continues the list of a category that the words name", async () => {
    for (let number = 1; number <= 14; number++) {
      await makeItem(app, { authorId, title: `Chart ${number}`, categoryId: 5, at: hoursAgo(10 + number) });
    }
    const first = await search(app, { q: "AI" });
    expect(first.body.items).toHaveLength(12);
    const second = await search(app, { q: "AI", cursor: first.body.next });
    expect(titles(second)).toEqual(["Chart 13", "Chart 14"]);
    expect((await search(app, { q: "gopher", cursor: first.body.next })).status).toBe(400);
  });
});
