import type { FeedVideo } from "@cairn/contract";
import { buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { type ExternalSite, openExternalSite } from "@tests/support/server/external-site.ts";
import { feedsAt, makeArticle, makeVideo, sendFeeds } from "@tests/support/server/feeds.ts";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Config } from "../../config.ts";

const minute = 60_000;
const fail = sendFeeds({ videos: undefined, articles: undefined });

let externalSite: ExternalSite;
let db: TestDatabase;
const opened: TestApp[] = [];
const logged: string[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.remove());
beforeEach(async () => {
  externalSite = await openExternalSite(fail);
  logged.length = 0;
});
afterEach(async () => {
  for (const app of opened.splice(0)) await app.http.close();
  await db.query.execute("delete from feed_copies");
  await externalSite.close();
});

/** An app on the one database of these tests: another one is what a restart makes. */
async function open(
  settings: Partial<Config> = feedsAt(externalSite.url),
  ownDb?: TestDatabase,
): Promise<TestApp> {
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  const app = await buildTestApp(settings, null, {
    log,
    externalLimits: { deadlineMs: 500 },
    db: ownDb ?? db,
  });
  opened.push(app);
  return app;
}

const marks = async (app: TestApp) => {
  const answers = await Promise.all(
    ["/feeds/videos", "/feeds/articles"].map((path) => app.call("GET", path)),
  );
  return answers.map(({ headers }) => headers["x-feed-source"]);
};

describe("without any external feed", () => {
  test("a labelled sample of 10 videos and 12 articles is served", async () => {
    const app = await open({});
    const videos = await app.call("GET", "/feeds/videos");
    expect(videos.headers["x-feed-source"]).toBe("sample");
    expect(videos.body.items).toHaveLength(10);
    expect(Object.keys(videos.body.items[0])).toEqual([
      "guid",
      "title",
      "pubDate",
      "description",
      "link",
      "author",
    ]);
    const elsewhere = videos.body.items.filter(
      ({ link }: FeedVideo) => !link.startsWith("https://www.youtube.com/"),
    );
    expect(elsewhere).toHaveLength(2);

    const articles = await app.call("GET", "/feeds/articles");
    expect(articles.headers["x-feed-source"]).toBe("sample");
    expect(articles.body).toHaveLength(12);
    expect(articles.body[0]).not.toHaveProperty("body_html");

    const article = await app.call("GET", `/feeds/articles/${articles.body[0].id}`);
    expect(article.headers["x-feed-source"]).toBe("sample");
    expect(article.body).toMatchObject(articles.body[0]);
    expect(article.body.body_html.match(/<p>/g).length).toBeGreaterThan(3);
  });

  test("refreshing changes nothing", async () => {
    const app = await open({});
    await app.feeds.refreshNow();
    expect(await marks(app)).toEqual(["sample", "sample"]);
  });
});

describe("on a site without demo data", () => {
  test("a feed that is not configured is an empty list, marked as none", async () => {
    const app = await open({ seedDemo: false });
    const [videos, articles] = [
      await app.call("GET", "/feeds/videos"),
      await app.call("GET", "/feeds/articles"),
    ];
    expect([videos.status, videos.body]).toEqual([200, { items: [] }]);
    expect([articles.status, articles.body]).toEqual([200, []]);
    expect(await marks(app)).toEqual(["none", "none"]);
  });

  test("a configured feed that has never answered shows no sample", async () => {
    const app = await open({ ...feedsAt(externalSite.url), seedDemo: false });
    await app.feeds.refreshNow();
    expect(await marks(app)).toEqual(["stale", "stale"]);
    expect((await app.call("GET", "/feeds/articles")).body).toEqual([]);
  });
});

describe("with external feeds in the formats of their sources", () => {
  test("readers see its items, with the spec's fields and no others, in its order", async () => {
    const videos = [makeVideo(), makeVideo({ link: "https://videos.example/talk" })];
    const articles = [makeArticle({ tag_list: ["softwareengineering", "testing"] }), makeArticle()];
    externalSite.behave(
      sendFeeds({
        videos: {
          status: "ok",
          feed: { url: "x" },
          items: videos.map((video) => ({ ...video, thumbnail: "x" })),
        },
        articles: articles.map((article) => ({
          ...article,
          cover_image: "x",
          user: { ...article.user, twitter: "x" },
        })),
      }),
    );
    const app = await open();
    expect(await marks(app)).toEqual(["sample", "sample"]);
    await app.feeds.refreshNow();
    expect(await marks(app)).toEqual(["live", "live"]);
    expect((await app.call("GET", "/feeds/videos")).body).toEqual({ items: videos });
    expect((await app.call("GET", "/api/feeds/articles")).body).toEqual(articles);
  });

  test("any number of readers cause one fetch", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [makeVideo()] }, articles: [makeArticle()] }));
    const app = await open();
    await Promise.all([app.feeds.refreshNow(), app.feeds.refreshNow()]);
    for (let reader = 0; reader < 20; reader += 1) await marks(app);
    expect(externalSite.asked.toSorted()).toEqual([
      "/articles?tag=softwareengineering",
      "/videos?feed=channel",
    ]);
  });

  test("the first refresh begins at the start", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [makeVideo()] }, articles: [makeArticle()] }));
    const app = await open();
    app.feeds.start();
    await app.feeds.refreshNow();
    expect(await marks(app)).toEqual(["live", "live"]);
    expect(externalSite.asked).toHaveLength(2);
  });

  test("an empty list is an empty feed", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [] }, articles: [] }));
    const app = await open();
    await app.feeds.refreshNow();
    expect(await marks(app)).toEqual(["live", "live"]);
    expect((await app.call("GET", "/feeds/videos")).body).toEqual({ items: [] });
  });

  test("bad items are dropped one by one, and the log gives the reason", async () => {
    const videos = [
      makeVideo(),
      makeVideo({ link: "javascript:alert(1)" }),
      { ...makeVideo(), title: { text: "an object" } },
      makeVideo({ title: "half \ud800 a character" }),
      makeVideo({ description: "a \0 NUL" }),
      makeVideo(),
    ];
    const articles = [
      makeArticle({ id: 1 }),
      makeArticle({ id: 1 }),
      { ...makeArticle(), id: "9" },
      { ...makeArticle(), tag_list: ["a", 1] },
      { ...makeArticle(), user: null, tag_list: null, description: null, positive_reactions_count: null },
      makeArticle({ positive_reactions_count: -1 }),
    ];
    externalSite.behave(sendFeeds({ videos: { items: videos }, articles }));
    const app = await open();
    await app.feeds.refreshNow();
    expect((await app.call("GET", "/feeds/videos")).body.items).toEqual([videos[0], videos[5]]);
    expect((await app.call("GET", "/feeds/articles")).body).toEqual([
      articles[0],
      { ...articles[4], user: { name: "" }, tag_list: [], description: "", positive_reactions_count: 0 },
    ]);
    const dropped = logged
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === "items of a feed were dropped");
    expect(dropped.find(({ feed }) => feed === "videos")).toMatchObject({
      count: 4,
      dropped: [
        { index: 1, problem: "link is no link to the web" },
        { index: 2, problem: "title is no text" },
        { index: 3, problem: "it holds text that cannot be stored" },
        { index: 4, problem: "it holds text that cannot be stored" },
      ],
    });
    expect(
      dropped.find(({ feed }) => feed === "articles").dropped.map(({ index }: { index: number }) => index),
    ).toEqual([1, 2, 3, 5]);
  });

  test("long fields are cut between characters, and long lists after 200 items", async () => {
    const long = makeVideo({ title: `${"x".repeat(299)}\u{1f600}`, description: "y".repeat(6_000) });
    externalSite.behave(
      sendFeeds({ videos: { items: [long] }, articles: Array.from({ length: 300 }, () => makeArticle()) }),
    );
    const app = await open();
    await app.feeds.refreshNow();
    const [video] = (await app.call("GET", "/feeds/videos")).body.items;
    expect(video).toMatchObject({ title: "x".repeat(299), description: "y".repeat(5_000) });
    expect((await app.call("GET", "/feeds/articles")).body).toHaveLength(200);
  });

  test("a channel's own Atom feed is accepted", async () => {
    externalSite.behave((_request, response) => {
      response.end(`<feed><entry><id>yt:video:1</id><title>One</title>
        <link rel="alternate" href="https://www.youtube.com/watch?v=1"/></entry></feed>`);
    });
    const app = await open({
      videoFeed: { format: "xml", address: `${externalSite.url}/feed.xml`, key: null },
    });
    await app.feeds.refreshNow();
    expect((await app.call("GET", "/feeds/videos")).body.items).toMatchObject([
      { guid: "yt:video:1", title: "One" },
    ]);
  });

  test("a channel's feed in its server's encoding is read with relative links, and its bad item alone is left out", async () => {
    const xml = `<rss><channel><item><title>Caf\u00e9 &amp;amp; more</title><link>/watch?v=1</link></item>
      <item><title>No link</title></item></channel></rss>`;
    externalSite.behave((_request, response) => {
      response.setHeader("content-type", "text/html; charset=iso-8859-1").end(Buffer.from(xml, "latin1"));
    });
    const app = await open({
      videoFeed: { format: "xml", address: `${externalSite.url}/feeds/main.xml`, key: null },
    });
    await app.feeds.refreshNow();
    expect((await app.call("GET", "/feeds/videos")).body.items).toMatchObject([
      { title: "Caf\u00e9 & more", link: `${externalSite.url}/watch?v=1` },
    ]);
  });

  test("what the conversion service passes on as HTML is shown as words", async () => {
    const video = makeVideo({
      title: "Price &#39;promise&#39;",
      description: "<p>One</p><p>two &lt;b&gt;</p>",
    });
    externalSite.behave(sendFeeds({ videos: { items: [video] }, articles: [] }));
    const app = await open();
    await app.feeds.refreshNow();
    expect((await app.call("GET", "/feeds/videos")).body.items).toMatchObject([
      { title: "Price 'promise'", description: "One two <b>" },
    ]);
  });

  test("an unchanged list is not sent again to a reader who has it", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [makeVideo()] }, articles: [makeArticle()] }));
    const app = await open();
    await app.feeds.refreshNow();
    const first = await app.call("GET", "/feeds/articles");
    const headers = { "if-none-match": String(first.headers.etag) };
    const again = await app.call("GET", "/feeds/articles", { headers });
    expect(again).toMatchObject({ status: 304, body: "" });
    expect(again.headers["x-feed-source"]).toBe("live");

    externalSite.behave(sendFeeds({ videos: { items: [] }, articles: [makeArticle()] }));
    await app.feeds.refreshNow();
    expect((await app.call("GET", "/feeds/articles", { headers })).status).toBe(200);
  });
});

describe("the last good copy", () => {
  test("outlives failures and restarts, and is labelled as a copy", async () => {
    const videos = { items: [makeVideo()] };
    const article = { ...makeArticle(), body_html: "<p>LoadingCache</p>" };
    const articles = [article];
    externalSite.behave(sendFeeds({ videos, articles }));
    const first = await open();
    await first.feeds.refreshNow();

    externalSite.behave(fail);
    const second = await open();
    expect(await marks(second)).toEqual(["live", "live"]);
    await second.feeds.refreshNow();
    expect(await marks(second)).toEqual(["stale", "stale"]);

    const third = await open();
    expect(await marks(third)).toEqual(["stale", "stale"]);
    expect((await third.call("GET", "/feeds/videos")).body).toEqual(videos);
    expect((await third.call("GET", `/feeds/articles/${article.id}`)).body.body_html).toBe(
      "<p>LoadingCache</p>",
    );

    externalSite.behave(sendFeeds({ videos, articles }));
    await third.feeds.refreshNow();
    expect(await marks(third)).toEqual(["live", "live"]);
    expect(await marks(await open())).toEqual(["live", "live"]);
  });

  test("that another instance has just fetched is used without another fetch", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [] }, articles: [] }));
    const first = await open();
    await first.feeds.refreshNow();
    const second = await open();
    const videos = { items: [makeVideo()] };
    externalSite.behave(sendFeeds({ videos, articles: [] }));
    first.passTime(minute);
    await first.feeds.refreshNow();
    externalSite.asked.length = 0;

    second.passTime(2 * minute);
    await second.feeds.refreshNow();
    expect(externalSite.asked).toEqual([]);
    expect((await second.call("GET", "/feeds/videos")).body).toEqual(videos);

    // Its own turn: nobody has asked for longer than half a pause.
    second.passTime(10 * minute);
    await second.feeds.refreshNow();
    expect(externalSite.asked).toHaveLength(2);
  });

  test("from before a long pause is stale until it is refreshed", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [makeVideo()] }, articles: [makeArticle()] }));
    const first = await open();
    await first.feeds.refreshNow();
    const restarted = await open({ ...feedsAt(externalSite.url), feedRefreshSeconds: 1 });
    expect(await marks(restarted)).toEqual(["live", "live"]);
    await db.query.execute("update feed_copies set fetched_at = fetched_at - interval '1 hour'");
    expect(await marks(await open())).toEqual(["stale", "stale"]);
  });

  test("of one address is not shown for another", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [makeVideo()] }, articles: [makeArticle()] }));
    const first = await open();
    await first.feeds.refreshNow();
    expect(await marks(await open(feedsAt(`${externalSite.url}/other`)))).toEqual(["sample", "sample"]);
    expect(await marks(await open({}))).toEqual(["sample", "sample"]);
  });

  test("survives a stop in the middle of a refresh", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [makeVideo()] }, articles: [makeArticle()] }));
    const first = await open();
    await first.feeds.refreshNow();
    externalSite.behave(() => {});
    first.feeds.start();
    await first.feeds.stop();
    expect(await marks(await open())).toEqual(["live", "live"]);
  });

  test("is still served while the database is away", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [makeVideo()] }, articles: [makeArticle()] }));
    const lost = await openTestDatabase();
    const app = await open(undefined, lost);
    await lost.remove();
    await app.feeds.refreshNow();
    expect(await marks(app)).toEqual(["live", "live"]);
  });
});

describe("an article whose text is missing from the list", () => {
  const listed = makeArticle({ id: 77 });
  const withText = (html: unknown, id = 77) =>
    sendFeeds({
      videos: { items: [] },
      articles: [listed],
      texts: { 77: { ...listed, id, body_html: html } },
    });

  async function openWith(handler: Parameters<ExternalSite["behave"]>[0]): Promise<TestApp> {
    externalSite.behave(handler);
    const app = await open();
    await app.feeds.refreshNow();
    externalSite.asked.length = 0;
    return app;
  }
  const read = (app: TestApp) => app.call("GET", "/feeds/articles/77");

  test("is fetched once for all its readers, without the list's query, and sanitized", async () => {
    const app = await openWith(withText("<p onclick=x>Text</p><script>alert(1)</script>"));
    const answers = await Promise.all([read(app), read(app), read(app)]);
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ ...listed, body_html: "<p>Text</p>" });
      expect(headers["x-feed-source"]).toBe("live");
    }
    await read(app);
    expect(externalSite.asked).toEqual(["/articles/77"]);
  });

  test("is served from the copy and refreshed in the background", async () => {
    const app = await openWith(withText("<p>Old</p>"));
    await read(app);
    app.passTime(16 * minute);
    externalSite.behave(withText("<p>New</p>"));
    expect((await read(app)).body.body_html).toBe("<p>Old</p>");
    await expect.poll(async () => (await read(app)).body.body_html).toBe("<p>New</p>");
    expect(externalSite.asked).toHaveLength(2);
  });

  test("that cannot be refreshed is stale", async () => {
    const app = await openWith(withText("<p>Old</p>"));
    await read(app);
    app.passTime(16 * minute);
    externalSite.behave(fail);
    expect((await read(app)).headers["x-feed-source"]).toBe("live");
    await expect.poll(async () => (await read(app)).headers["x-feed-source"]).toBe("stale");
    expect((await read(app)).body.body_html).toBe("<p>Old</p>");
  });

  test("that cannot be fetched is 502, and is not retried at once", async () => {
    const app = await openWith(sendFeeds({ videos: { items: [] }, articles: [listed] }));
    for (let reader = 0; reader < 3; reader += 1) {
      const answer = await read(app);
      expect(answer.status).toBe(502);
      expect(answer.body).toMatchObject({
        code: "feed_unreachable",
        error: "The article could not be loaded. Please try again later.",
      });
      expect(answer.headers["retry-after"]).toBe("30");
    }
    expect(externalSite.asked).toHaveLength(1);
    app.passTime(minute);
    externalSite.behave(withText("<p>There</p>"));
    expect((await read(app)).body.body_html).toBe("<p>There</p>");
  });

  test.each([
    ["hangs", () => {}],
    ["is that of another article", withText("<p>Other</p>", 78)],
    ["is no text", withText({ html: "x" })],
    ["is missing", withText(null)],
  ])("is 502 within the deadline when the answer %s", async (_case, handler) => {
    const app = await openWith(withText("<p>x</p>"));
    externalSite.behave(handler);
    expect((await read(app)).status).toBe(502);
  });

  test("that cannot be sanitized is served without a text", async () => {
    const app = await openWith(withText("<div>".repeat(1_000)));
    const answer = await read(app);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...listed, body_html: "" });
  });
});

describe("an article's text in the list", () => {
  test("is sanitized on arrival, and a bad one affects only itself", async () => {
    const articles = [
      { ...makeArticle({ id: 1 }), body_html: '<p>One</p><img src="x" onerror="alert(1)">' },
      { ...makeArticle({ id: 2 }), body_html: "<div>".repeat(1_000) },
      { ...makeArticle({ id: 3 }), body_html: "<p>half \ud800 a character</p>" },
    ];
    externalSite.behave(sendFeeds({ videos: { items: [] }, articles }));
    const app = await open();
    await app.feeds.refreshNow();
    const texts = await Promise.all([1, 2, 3].map((id) => app.call("GET", `/feeds/articles/${id}`)));
    expect(texts.map(({ body }) => body.body_html)).toEqual([
      '<p>One</p><img src="https://articles.example/x" loading="lazy" referrerpolicy="no-referrer">',
      "",
      "<p>half \ufffd a character</p>",
    ]);
    expect(externalSite.asked).toHaveLength(2);
  });
});

test("an article that is not in the list is not found, and an id that is no number is a bad request", async () => {
  const app = await open({});
  const status = async (id: string) => (await app.call("GET", `/feeds/articles/${id}`)).status;
  for (const id of ["999", "9007199254740991"]) expect([id, await status(id)]).toEqual([id, 404]);
  for (const id of ["0", "-1", "1.5", "one"]) expect([id, await status(id)]).toEqual([id, 400]);
});

describe("the key of the video feed", () => {
  const key = "s3cr3t/k&y$&";
  const encoded = "s3cr3t%2Fk%26y%24%26";
  const settings = (): Partial<Config> => ({
    videoFeed: { format: "json", address: `${externalSite.url}/videos?key={key}`, key },
  });
  const tells = (text: string) => text.includes(key) || text.includes(encoded);

  test("is sent encoded, and only to its own service", async () => {
    externalSite.behave((request, response) => {
      const items = [
        makeVideo(),
        makeVideo({ title: `You asked for ${request.url}` }),
        makeVideo({ link: `https://videos.example/?key=${encoded}` }),
        makeVideo({ description: `Your key is ${key}` }),
      ];
      response.end(JSON.stringify({ items }));
    });
    const app = await open(settings());
    await app.feeds.refreshNow();
    expect(externalSite.asked).toEqual([`/videos?key=${encoded}`]);
    const { body } = await app.call("GET", "/feeds/videos");
    expect(body.items).toHaveLength(1);
    expect(tells(JSON.stringify(body))).toBe(false);

    for (const answer of [`No such key: ${key}`, `{"error":"${encoded}"}`]) {
      externalSite.behave(
        (_request, response) => void response.writeHead(200, { "x-key": encoded }).end(answer),
      );
      await app.feeds.refreshNow();
    }
    externalSite.behave((request) => void request.socket.destroy());
    await app.feeds.refreshNow();
    expect(logged.length).toBeGreaterThan(4);
    expect(logged.filter(tells)).toEqual([]);
    const { rows } = await app.db.query.execute(
      "select source, encode(address_hash, 'hex'), payload::text from feed_copies",
    );
    expect(rows).toHaveLength(1);
    expect(tells(JSON.stringify(rows))).toBe(false);
  });

  test("may change without losing the copy", async () => {
    externalSite.behave(sendFeeds({ videos: { items: [makeVideo()] }, articles: [] }));
    const first = await open(settings());
    await first.feeds.refreshNow();
    const feed = settings().videoFeed;
    const second = await open({ videoFeed: feed ? { ...feed, key: "another" } : null });
    expect((await second.call("GET", "/feeds/videos")).headers["x-feed-source"]).toBe("live");
  });
});
