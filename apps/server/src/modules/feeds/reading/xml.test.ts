import { describe, expect, test } from "vitest";
import { readVideos } from "./videos.ts";

const read = (xml: string | Uint8Array) =>
  readVideos(typeof xml === "string" ? new TextEncoder().encode(xml) : xml, {
    format: "xml",
    key: null,
    address: "https://videos.example/feed",
    charset: null,
  });

const rss = (items: string, prolog = "") =>
  `<?xml version="1.0"?>${prolog}<rss version="2.0"><channel><title>The channel</title>${items}</channel></rss>`;
const item = (fields: string) => `<item><link>https://videos.example/1</link>${fields}</item>`;

test("a video channel's Atom feed is read", () => {
  const { items, dropped } = read(`<?xml version="1.0" encoding="UTF-8"?>
    <feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/"
      xmlns="http://www.w3.org/2005/Atom">
      <link rel="self" href="https://www.youtube.com/feeds/videos.xml?channel_id=C"/>
      <id>yt:channel:C</id><title>The channel</title><author><name>The channel</name></author>
      <entry>
        <id>yt:video:aqz-KE-bpKQ</id><yt:videoId>aqz-KE-bpKQ</yt:videoId>
        <title>Plans &amp; queries</title>
        <link rel="enclosure" href="https://cdn.example/1.mp4"/>
        <link rel="alternate" href="https://www.youtube.com/watch?v=aqz-KE-bpKQ"/>
        <author><name>Northbank</name><uri>https://www.youtube.com/channel/C</uri></author>
        <author><name>Somebody else</name></author>
        <published>2025-11-18T09:30:00+00:00</published><updated>2025-11-19T00:00:00+00:00</updated>
        <media:group>
          <media:title>Plans</media:title><media:description>a &lt; b, and two
lines</media:description>
        </media:group>
      </entry>
    </feed>`);
  expect(dropped).toEqual([]);
  expect(items).toEqual([
    {
      guid: "yt:video:aqz-KE-bpKQ",
      title: "Plans & queries",
      pubDate: "2025-11-18T09:30:00+00:00",
      description: "a < b, and two\nlines",
      link: "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
      author: "Northbank",
    },
  ]);
});

test("an RSS feed is read, with its descriptions as plain text", () => {
  const { items } = read(
    rss(`<item>
      <guid isPermaLink="false">one</guid><title><![CDATA[Tips & <b>tricks</b>]]></title>
      <link>https://videos.example/1</link><pubDate>Tue, 18 Nov 2025 09:30:00 GMT</pubDate>
      <description><![CDATA[<p>First &amp; <b>fore</b>most.</p><script>alert(1)</script><p>Second.</p>]]></description>
      <dc:creator>Hanna</dc:creator>
    </item>`),
  );
  expect(items).toEqual([
    {
      guid: "one",
      title: "Tips & tricks",
      pubDate: "Tue, 18 Nov 2025 09:30:00 GMT",
      description: "First & foremost. Second.",
      link: "https://videos.example/1",
      author: "Hanna",
    },
  ]);
});

test("items without a guid that share a link are told apart by title and time, the same in each answer", () => {
  const shared = [
    item(`<title>One</title>`),
    item(`<title>Two</title>`),
    item(`<title>Two</title><pubDate>1 Jan 2004</pubDate>`),
  ];
  const guidsOf = (...items: string[]) => read(rss(items.join(""))).items.map(({ guid }) => guid);
  const guids = guidsOf(...shared, item(`<title>One</title>`));
  expect(new Set(guids).size).toBe(3);
  expect(guidsOf(item("<guid>https://videos.example/1</guid>"), ...shared).slice(1)).toEqual(guids);
});

test("missing fields of an item are empty, and its link replaces a missing guid", () => {
  expect(read(rss(item(""))).items).toEqual([
    {
      guid: "https://videos.example/1",
      title: "",
      pubDate: "",
      description: "",
      link: "https://videos.example/1",
      author: "",
    },
  ]);
});

test("an unreadable time is left out", () => {
  expect(read(rss(item("<pubDate>last Tuesday, around noon</pubDate>"))).items[0]?.pubDate).toBe("");
});

test("a document is read in the encoding that it declares", () => {
  const xml = rss(item("<title>Ol\u00e9</title>")).replace('"1.0"', '"1.0" encoding="ISO-8859-1"');
  expect(read(Buffer.from(xml, "latin1")).items[0]?.title).toBe("Ol\u00e9");
});

test("what a provider puts behind the feed is no part of it", () => {
  const { items } = read(`${rss(item("<title>One</title>"))}<script>count()</script><img src="x"/>`);
  expect(items.map(({ title }) => title)).toEqual(["One"]);
});

test("an empty channel is an empty feed", () => {
  expect(read(rss("")).items).toEqual([]);
});

test("no more than 200 items are read", () => {
  const many = Array.from({ length: 500 }, (_, index) => item(`<guid>${index}</guid>`)).join("");
  expect(read(rss(many)).items).toHaveLength(200);
});

describe("entities of a document type", () => {
  const laughs = Array.from({ length: 9 }, (_, level) => {
    const inner = level === 0 ? "ha" : `&l${level - 1};`.repeat(10);
    return `<!ENTITY l${level} "${inner}">`;
  }).join("");

  test("do not expand", () => {
    const { items } = read(rss(item("<title>&l8;</title>"), `<!DOCTYPE rss [${laughs}]>`));
    expect(items[0]?.title).toBe("&l8;");
  });

  test("do not read files", () => {
    const type = '<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
    expect(JSON.stringify(read(rss(item("<title>&file;</title>"), type)).items)).not.toContain("root:");
  });
});

test.each([
  ["HTML", "<!doctype html><html><body><p>Sign in</p></body></html>", "no RSS or Atom document"],
  ["text", "Sign in", "ends too early"],
  ["nothing", "", "ends too early"],
  ["JSON", '{"items":[]}', "ends too early"],
  ["a document that ends too early", rss(item("<guid>one</guid>")).slice(0, -30), "ends too early"],
  ["100,000 levels", `<rss>${"<a>".repeat(100_000)}`, "nested too deeply"],
  [
    "only items without a web link",
    rss("<item><link>javascript:alert(1)</link></item>"),
    "none of its items",
  ],
])("%s is refused", (_case, xml, problem) => {
  expect(() => read(xml)).toThrow(problem);
});
