import { describe, expect, test } from "vitest";
import { readVideos } from "./videos.ts";

/** One item in each form that feeds have, and what is shown of it. */

const address = "https://site.example/feeds/main.xml?x=1";
const read = (xml: string | Uint8Array, charset: string | null = null) =>
  readVideos(typeof xml === "string" ? new TextEncoder().encode(xml) : xml, {
    format: "xml",
    key: null,
    address,
    charset,
  });
const link = "<link>https://site.example/1</link>";
const rss = (item: string, attributes = "") =>
  `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel><title>The channel</title><item>${item}</item></channel></rss>`;
const atomLink = '<link href="https://site.example/1"/>';
const atom = (entry: string, attributes = "", feed = "") =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}>${feed}<entry>${entry}</entry></feed>`;
const atom03 = (entry: string) =>
  `<feed version="0.3" xmlns="http://purl.org/atom/ns#">${atomLink}<entry>${entry}</entry></feed>`;
const xhtml = (inside: string) => `<div xmlns="http://www.w3.org/1999/xhtml">${inside}</div>`;

type Shown = Partial<Record<"guid" | "title" | "pubDate" | "description" | "link" | "author", string>>;
const isShownAs = (xml: string | Uint8Array, shown: Shown, charset?: string) => {
  const { items, dropped } = read(xml, charset);
  expect(dropped).toEqual([]);
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject(shown);
};

describe("titles", () => {
  const inRss: [written: string, shown: string][] = [
    ["Plain", "Plain"],
    ["  In\n  lines ", "In lines"],
    ["AT&amp;T", "AT&T"],
    ["Price &amp;#39;promise&amp;#39;", "Price 'promise'"],
    ["Don&amp;#x27;t", "Don't"],
    ["A &amp;amp; B", "A & B"],
    ["Caf&eacute;&nbsp;noir", "Café noir"],
    ["<![CDATA[Caf&eacute; &amp; <b>more</b>]]>", "Café & more"],
    ["&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;", "One Two"],
    ['<a href="/x" hreflang="en">Solitary Times</a>', "Solitary Times"],
    ["One<br/>two", "One two"],
    ["How &amp;lt;selectedoption&amp;gt; works", "How <selectedoption> works"],
    ["What &lt;details&gt; is for", "What <details> is for"],
    ["1 &lt; 2 &amp;&amp; 3 &gt; 2", "1 < 2 && 3 > 2"],
    ["&lt;script&gt;alert(1)&lt;/script&gt; explained", "<script>alert(1)</script> explained"],
    ["Smart &#8220;quotes&#x201D; &#146;", "Smart “quotes” ’"],
  ];
  test.each(inRss)("of RSS: %s is %s", (written, title) => {
    isShownAs(rss(`<title>${written}</title>${link}`), { title });
  });

  test("of items that have none are the first words of their text", () => {
    const words = "<description>&lt;p&gt;Only&lt;/p&gt; words</description>";
    isShownAs(rss(words + link), { title: "Only words", description: "Only words" });
    isShownAs(rss(words.replace("words", "word ".repeat(40)) + link), {
      title: `Only${" word".repeat(15)}…`,
    });
  });

  test.each<[element: string, shown: string]>([
    ["<title>&lt;![CDATA[Lettre ouverte]]&gt;</title>", "Lettre ouverte"],
    ["<title>A &lt;b&gt; &amp;amp; c</title>", "A <b> &amp; c"],
    ['<title type="text">&lt;hello-world&gt;</title>', "<hello-world>"],
    ['<title type="html">&lt;b&gt;A&lt;/b&gt; &amp;amp; c</title>', "A & c"],
    [
      '<title type="html"><![CDATA[How should &lt;selectedoption&gt; work?]]></title>',
      "How should <selectedoption> work?",
    ],
    [`<title type="xhtml">${xhtml("Matt <em>Damon</em> &amp; &lt;co&gt;")}</title>`, "Matt Damon & <co>"],
    [
      '<title type="xhtml"><x:div xmlns:x="http://www.w3.org/1999/xhtml"><x:p>One</x:p>Two<x:script>no</x:script></x:div></title>',
      "One Two",
    ],
    ['<title type="HTML">&lt;i&gt;A&lt;/i&gt;</title>', "A"],
  ])("of Atom 1.0: %s is %s", (element, title) => {
    isShownAs(atom(`${element}${atomLink}`), { title });
  });

  test.each<[element: string, shown: string]>([
    ["<title>A &amp; b</title>", "A & b"],
    ['<title type="text/html" mode="escaped">&lt;b&gt;A&lt;/b&gt;</title>', "A"],
    ['<title type="text/plain" mode="escaped">&lt;A&gt;</title>', "<A>"],
    [`<title type="application/xhtml+xml" mode="xml">${xhtml("<b>A</b>")}</title>`, "A"],
    ['<title type="text/html" mode="base64">PGI+QTwvYj4gJmFtcDsgYg==</title>', "A & b"],
  ])("of Atom 0.3: %s is %s", (element, title) => {
    isShownAs(atom03(`${element}${atomLink}`), { title });
  });

  test("of other vocabularies count where there is no other", () => {
    isShownAs(rss(`<media:content url="/1.mp4"><media:title>Inside</media:title></media:content>`), {
      title: "Inside",
      link: "https://site.example/1.mp4",
    });
    isShownAs(rss(`<dc:title>Core</dc:title>${link}`), { title: "Core" });
    isShownAs(rss(`<media:title>Media</media:title><title> </title>${link}`), { title: "Media" });
  });
});

describe("descriptions", () => {
  test.each<[item: string, shown: string]>([
    ["<description>&lt;p&gt;One&lt;/p&gt;two &amp;amp; three</description>", "One two & three"],
    ["<description>Some <b>bold</b> text</description>", "Some bold text"],
    ["<content:encoded><![CDATA[<p>One</p>]]></content:encoded>", "One"],
    ["<description/><content:encoded><![CDATA[<p>One</p>]]></content:encoded>", "One"],
    ["<itunes:summary>A &amp;amp; b</itunes:summary>", "A & b"],
    ['<media:description type="html">&lt;b&gt;One&lt;/b&gt;</media:description>', "One"],
    ["<media:description>&lt;b&gt; as typed</media:description>", "<b> as typed"],
    ['<body xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>Two</p></body>', "One Two"],
    ["<description>ends with &lt;!-- a comment --&gt;this</description>", "ends with this"],
  ])("of RSS: %s is %s", (item, description) => {
    isShownAs(rss(`${link}${item}`), { description });
  });

  test.each<[entry: string, shown: string]>([
    ["<summary>Plain &lt;b&gt;</summary>", "Plain <b>"],
    [`<content type="xhtml">${xhtml("<h1>C</h1><p>su Windows</p>")}</content>`, "C su Windows"],
    ['<content type="html">&lt;p&gt;One&lt;/p&gt;&lt;style&gt;p{}&lt;/style&gt;</content>', "One"],
    ['<content type="text/html">&lt;p&gt;One&lt;/p&gt;</content>', "One"],
    ['<content type="image/png">iVBORw0KGgo=</content>', ""],
    ['<content type="text/html" src="https://site.example/1.html"/>', ""],
  ])("of Atom: %s is %s", (entry, description) => {
    isShownAs(atom(`${atomLink}${entry}`), { description });
  });
});

describe("links", () => {
  test.each<[item: string, shown: string]>([
    ["<link>/1</link>", "https://site.example/1"],
    ["<link>1?a=1&amp;b=2</link>", "https://site.example/feeds/1?a=1&b=2"],
    ["<link>//cdn.example/1</link>", "https://cdn.example/1"],
    ["<link>\n https://site.example/1 \n</link>", "https://site.example/1"],
    ["<link><![CDATA[https://site.example/1]]></link>", "https://site.example/1"],
    ["<link>/a b</link>", "https://site.example/a%20b"],
    ["<guid>https://site.example/guid</guid>", "https://site.example/guid"],
    ['<guid isPermaLink="true">https://site.example/guid</guid><link/>', "https://site.example/guid"],
    ["<guid>https://site.example/guid</guid><link>/1</link>", "https://site.example/1"],
    ["<guid>at://did:plc:abc/post/1</guid><link>/1</link>", "https://site.example/1"],
    [
      '<guid isPermaLink="false">https://site.example/guid</guid><atom:link rel="self" href="/s"/><atom:link href="/1"/>',
      "https://site.example/1",
    ],
    ['<enclosure url="/1.mp4" type="video/mp4" length="1"/>', "https://site.example/1.mp4"],
    ['<media:content url="/1.mp4"/><media:player url="/watch?v=1"/>', "https://site.example/watch?v=1"],
    ['<media:group><media:content url="/1.mp4"/></media:group>', "https://site.example/1.mp4"],
  ])("of RSS: %s is %s", (item, shown) => {
    isShownAs(rss(item), { link: shown });
  });

  test.each([
    '<guid isPermaLink="false">https://site.example/guid</guid>',
    "<guid>12345</guid>",
    "<guid>javascript:alert(1)</guid>",
    '<link>javascript:alert(1)</link><guid isPermaLink="FALSE">https://site.example/1</guid>',
    '<guid isPermaLink="true"></guid><link></link>',
  ])("an item with %s has none, and is left out", (item) => {
    const { items, dropped } = read(`${rss(item).replace("</channel>", `<item>${link}</item></channel>`)}`);
    expect(items).toHaveLength(1);
    expect(dropped).toEqual([{ index: 0, problem: "link is no link to the web" }]);
  });

  test.each<[entry: string, shown: string]>([
    ['<link rel="self" href="/s"/><link rel="alternate" href="/1"/>', "https://site.example/1"],
    [
      '<link type="application/pdf" href="/1.pdf"/><link type="text/html" href="/1"/>',
      "https://site.example/1",
    ],
    ['<link type="application/pdf" href="/1.pdf"/>', "https://site.example/1.pdf"],
    ['<link rel="http://www.iana.org/assignments/relation/alternate" href="/1"/>', "https://site.example/1"],
    ['<link rel="enclosure" href="/1.mp4"/>', "https://site.example/1.mp4"],
    ['<link rel="enclosure" href="/1.mp4"/><link href="/1"/>', "https://site.example/1"],
  ])("of Atom: %s is %s", (entry, shown) => {
    isShownAs(atom(entry), { link: shown });
  });

  test.each<[where: string, xml: string, shown: string]>([
    ["the feed", atom('<link href="1"/>', 'xml:base="https://blog.example/a/"'), "https://blog.example/a/1"],
    [
      "the feed and the entry",
      atom('<link href="FC2"/>', 'xml:base="http://tbray.example/ongoing/"').replace(
        "<entry>",
        "<entry xml:base='When/201x/2013/08/14/'>",
      ),
      "http://tbray.example/ongoing/When/201x/2013/08/14/FC2",
    ],
    ["the link", atom('<link xml:base="https://blog.example/b/" href="1"/>'), "https://blog.example/b/1"],
    [
      "an element that is closed",
      atom('<title xml:base="https://no.example/">A</title><link href="1"/>'),
      "https://site.example/feeds/1",
    ],
    [
      "an RSS channel",
      rss("<link>1</link>").replace("<channel>", '<channel xml:base="/c/">'),
      "https://site.example/c/1",
    ],
    [
      "an unsupported scheme, which is ignored",
      atom('<link href="1"/>', 'xml:base="file:///etc/"'),
      "https://site.example/feeds/1",
    ],
  ])("are relative to xml:base of %s", (_where, xml, shown) => {
    isShownAs(xml, { link: shown });
  });
});

describe("forms", () => {
  const item = `<title>One</title>${link}<description>Words</description>`;
  const shown = { title: "One", link: "https://site.example/1", description: "Words" };
  test.each<[form: string, xml: string]>([
    [
      "RSS 0.90",
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>C</title></channel><item>${item}</item></rdf:RDF>`,
    ],
    [
      "RSS 0.91 with its document type",
      `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><item>${item}</item></channel></rss>`,
    ],
    ["RSS 0.92", `<rss version="0.92"><channel><item>${item}</item></channel></rss>`],
    [
      "RSS 1.0",
      `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel r:about="x"/><item>${item}</item></r:RDF>`,
    ],
    [
      "RSS 1.0 with a prefix",
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://purl.org/rss/1.0/"><s:item>${item.replace(/<(\/?)/g, "<$1s:")}</s:item></rdf:RDF>`,
    ],
    ["RSS 2.0", rss(item)],
    ["RSS 2.0 in a namespace", rss(item, 'xmlns="http://backend.userland.com/rss2"')],
    ["RSS in capital letters", rss(item).replaceAll("item>", "ITEM>").replaceAll("title>", "Title>")],
    ["RSS without a declaration, after empty lines", `\n\n ${rss(item).slice(21)}`],
    ["Atom 0.3", atom03(`<title>One</title>${atomLink}<summary>Words</summary>`)],
    ["Atom 1.0", atom(`<title>One</title>${atomLink}<summary>Words</summary>`)],
    [
      "Atom 1.0 with a prefix",
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>One</a:title><a:link href="https://site.example/1"/><a:summary>Words</a:summary></a:entry></a:feed>`,
    ],
    [
      "Atom without a namespace",
      `<feed><entry><title>One</title>${atomLink}<summary>Words</summary></entry></feed>`,
    ],
  ])("%s is read", (_form, xml) => {
    isShownAs(xml, shown);
  });

  test.each<[what: string, xml: string, expected: Shown]>([
    [
      "an author of Dublin Core by another prefix",
      rss(`${link}<core:creator>Ada</core:creator>`, 'xmlns:core="http://purl.org/dc/elements/1.1/"'),
      { author: "Ada" },
    ],
    [
      "an author's email address",
      rss(`${link}<author>ada@site.example (Ada Lovelace)</author>`),
      { author: "Ada Lovelace" },
    ],
    [
      "an author's address behind the name",
      rss(`${link}<author>"Ada" &lt;ada@site.example&gt;</author>`),
      { author: "Ada" },
    ],
    [
      "the feed's author",
      atom(atomLink, "", "<author><name>Ada</name><email>a@site.example</email></author>"),
      { author: "Ada" },
    ],
    [
      "the channel's editor",
      rss(link).replace("<item>", "<managingEditor>ada@site.example (Ada)</managingEditor><item>"),
      { author: "Ada" },
    ],
    ["the id of RDF", rss(link).replace("<item>", '<item rdf:about="urn:1">'), { guid: "urn:1" }],
    [
      "Atom's elements in RSS",
      rss(
        `${link}<a10:updated>2025-11-18T09:30:00Z</a10:updated><a10:author><a10:name>Ada</a10:name></a10:author>`,
        'xmlns:a10="http://www.w3.org/2005/Atom"',
      ),
      { pubDate: "2025-11-18T09:30:00Z", author: "Ada" },
    ],
  ])("%s is read", (_what, xml, expected) => {
    isShownAs(xml, expected);
  });
});

describe("one bad item does not cost the feed", () => {
  const good = `<item><title>Good</title>${link}</item>`;
  const around = (bad: string) => `<rss><channel>${bad}${good}<item><link>/2</link></item></channel></rss>`;
  test.each<[what: string, bad: string, problem: string]>([
    ["is not closed", "<item><title>Bad</title><link>/bad</link>", "it is empty or not closed"],
    ["leaves a title open", "<item><title>Bad<link>/bad</link></item>", "link is no link to the web"],
    ["misspells an end", "<item><title>Bad</titel><link>/bad</link></item>", "link is no link to the web"],
    [
      "is nested too deeply",
      `<item><link>/bad</link>${"<a>".repeat(200)}${"</a>".repeat(200)}</item>`,
      "it is nested too deeply",
    ],
    ["has half a character", "<item><link>/bad</link><title>\uD800</title></item>", ""],
    ["has a NUL", "<item><link>/bad</link><title>a\0b</title></item>", "it holds text that cannot be stored"],
    ["has no link", "<item><title>Bad</title></item>", "link is no link to the web"],
    ["is empty", "<item/>", "it is empty or not closed"],
    ["is the same as another", `<item><title>Bad</title>${link}</item>`, ""],
  ])("that %s", (_what, bad, problem) => {
    const { items, dropped } = read(around(bad));
    expect(items.map((item) => item.link)).toContain("https://site.example/2");
    if (problem !== "") {
      expect(items.map(({ title }) => title)).toEqual(["Good", ""]);
      expect(dropped).toEqual([{ index: 0, problem }]);
    }
  });

  test("several in a row are told one by one", () => {
    const { items, dropped } = read(around("<item><title>Bad</title>".repeat(3)));
    expect(items).toHaveLength(2);
    expect(dropped.map(({ index }) => index)).toEqual([0, 1, 2]);
  });
});

describe("encodings", () => {
  const written = (encoding: string) =>
    `<?xml version="1.0"${encoding ? ` encoding="${encoding}"` : ""}?><rss><channel><item><title>Olé – “Żółć”</title>${link}</item></channel></rss>`;
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  const latin = (encoding: string) =>
    Buffer.from(written(encoding).replace("Olé – “Żółć”", "Olé \x93x\x94"), "latin1");
  const russian = (encoding: string) => {
    const [before = "", after = ""] = written(encoding).split("Olé – “Żółć”");
    return Buffer.concat([
      Buffer.from(before),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
      Buffer.from(after),
    ]);
  };
  const japanese = (encoding: string, bytes: number[]) => {
    const [before = "", after = ""] = written(encoding).split("Olé – “Żółć”");
    return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
  };
  test.each<[what: string, bytes: Uint8Array, charset: string | null, title: string]>([
    ["UTF-8, undeclared", Buffer.from(written("")), null, "Olé – “Żółć”"],
    [
      "UTF-8 with its mark, declared otherwise",
      Buffer.from(`\uFEFF${written("ISO-8859-1")}`),
      "koi8-r",
      "Olé – “Żółć”",
    ],
    [
      "UTF-8, declared as Latin-1 by document and server",
      Buffer.from(written("iso-8859-1")),
      "iso-8859-1",
      "Olé – “Żółć”",
    ],
    ["UTF-8, declared as UTF-16", Buffer.from(written("UTF-16")), null, "Olé – “Żółć”"],
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${written("UTF-16")}`, "utf16le"), null, "Olé – “Żółć”"],
    [
      "big-endian UTF-16 with its mark",
      swapped(Buffer.from(`\uFEFF${written("")}`, "utf16le")),
      "utf-8",
      "Olé – “Żółć”",
    ],
    ["UTF-16 without a mark", Buffer.from(written("UTF-16"), "utf16le"), null, "Olé – “Żółć”"],
    ["big-endian UTF-16 without a mark", swapped(Buffer.from(written(""), "utf16le")), null, "Olé – “Żółć”"],
    ["Windows-1252, declared as ISO-8859-1", latin("ISO-8859-1"), null, "Olé “x”"],
    ["Windows-1252, undeclared", latin(""), null, "Olé “x”"],
    ["Windows-1252, declared as UTF-8", latin("utf-8"), null, "Olé “x”"],
    ["Windows-1251, declared", russian("windows-1251"), "iso-8859-1", "Привет"],
    ["Windows-1251, by the server alone", russian(""), "windows-1251", "Привет"],
    ["an unknown encoding, by the server", russian("martian"), "windows-1251", "Привет"],
    ["Shift_JIS", japanese("Shift_JIS", [0x93, 0xfa, 0x96, 0x7b]), null, "日本"],
    ["EUC-JP", japanese("EUC-JP", [0xc6, 0xfc, 0xcb, 0xdc]), null, "日本"],
    [
      "ISO-2022-JP",
      japanese("ISO-2022-JP", [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]),
      null,
      "日本",
    ],
    [
      "UTF-8 with a broken character",
      japanese("", [0xe6, 0x97, 0xa5, 0xe6, 0x9c, 0xac, 0xe6]),
      null,
      "日本\uFFFD",
    ],
  ])("%s", (_what, bytes, charset, title) => {
    isShownAs(bytes, { title }, charset ?? undefined);
  });
});

/** As much work for a reader as two megabytes can be; its thread ends what takes two seconds. */
test.each<[what: string, bad: string]>([
  ["an author of nothing but @", `<author>${"@".repeat(1_900_000)}</author>`],
  ["an author of nothing but brackets", `<author>${"(a@".repeat(600_000)}</author>`],
  ["a title of nothing but tags", `<title>${"&lt;b".repeat(300_000)}&amp;x;</title>`],
  ["a title of one entity", `<title>&amp;${"a".repeat(1_900_000)}</title>`],
  [
    "prefixes without end",
    `<a ${Array.from({ length: 30_000 }, (_, index) => `xmlns:p${index}="u${index}"`).join(" ")}>${"<b xmlns:c='d'>".repeat(40)}`,
  ],
  ["bases without end", `<a xml:base="/${"x".repeat(900_000)}/">${'<b xml:base="c/">'.repeat(40)}`],
  ["ends that nothing begins", "</x>".repeat(400_000)],
  ["elements that nothing ends", "<a>".repeat(1_000)],
])("an item with %s is read or left out, and the next one is read", (_what, bad) => {
  const end = bad.startsWith("<a ") || bad.startsWith("<a>") ? "" : "<link>/bad</link>";
  const xml = `<rss><channel><item>${end}${bad}</item><item><link>/2</link></item></channel></rss>`;
  expect(read(xml).items.at(-1)?.link).toBe("https://site.example/2");
});
