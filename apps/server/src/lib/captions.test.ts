import fc from "fast-check";
import { describe, expect, test } from "vitest";
import webvtt from "webvtt-parser";
import { cuesIn, readCaptions } from "./captions.ts";

/** W3C's own parser, which names what a file has wrong. */
const judge = (vtt: string) => new webvtt.WebVTTParser().parse(vtt, "metadata");

const bytesOf = (text: string) => new TextEncoder().encode(text);
function read(file: string | Uint8Array, language = "en") {
  const found = readCaptions(typeof file === "string" ? bytesOf(file) : file, language);
  if ("problem" in found) throw new Error(`line ${found.line}: ${found.problem}`);
  return found;
}
const wordsIn = (file: string | Uint8Array, language?: string) =>
  read(file, language).cues.map(({ text }) => text);
const refusal = (file: string) => readCaptions(bytesOf(file), "en");

const youTube = `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:02.149 align:start position:0%
 
hello<00:00:00.480><c> everyone</c>

00:00:02.149 --> 00:00:02.159 align:start position:0%
hello everyone
 

00:00:02.159 --> 00:00:04.789 align:start position:0%
hello everyone
so<00:00:02.480><c> today</c>
`;
const zoom = `WEBVTT\r\n\r\n1\r\n00:00:01.000 --> 00:00:04.000\r\nAnn Lee: Good morning.\r\n\r\n2\r\n00:00:05.000 --> 00:00:06.000\r\nBo: Morning.\r\n`;
const teams = `WEBVTT

0d3a1a44-0b6f-4a5d-8f6c-3b1d9e2c7f10/12-0
00:00:03.120 --> 00:00:05.240
<v Ann Lee>So this is
a loop.</v>
`;
const peerTube = `WEBVTT

00:00.000 --> 00:02.500
Bonjour à tous
`;
const aegisub = `1
00:00:01,000 --> 00:00:02,000
{\\an8}<font color="#ffff00">Above</font>

2
00:00:03,000 --> 00:00:04,000 X1:40 X2:600 Y1:20 Y2:50
<i>slanted</i> & {\\i1}more{\\i0}

`;
const subtitleEdit = `\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\n- One\r\n- Two\r\n\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,500\r\nThree\r\n`;
const sbv = "0:00:00.599,0:00:04.160\nhi\nthere\n\n0:00:05.000,0:00:06.000\nbye\n";

describe("what programs export is read", () => {
  test.each<[string, string, string[]]>([
    ["YouTube, of speech that it heard, without the repeats", youTube, ["hello everyone", "so today"]],
    ["YouTube, as SBV", sbv, ["hi\nthere", "bye"]],
    ["Zoom", zoom, ["Ann Lee: Good morning.", "Bo: Morning."]],
    ["Teams", teams, ["So this is\na loop."]],
    ["PeerTube", peerTube, ["Bonjour à tous"]],
    ["Aegisub, as SubRip with styles", aegisub, ["Above", "slanted & more"]],
    ["Subtitle Edit", subtitleEdit, ["- One\n- Two", "Three"]],
  ])("%s", (_program, file, words) => {
    expect(wordsIn(file)).toEqual(words);
  });

  test("a speaker's name goes with what is said", () => {
    expect(read(teams).cues[0]?.speaker).toBe("Ann Lee");
  });
});

describe("words are not lost", () => {
  test.each([
    ["code that looks like marks", "List<String> a; i < n && x --> 0"],
    ["an ampersand", "R&D &amp; more"],
    ["a number alone on a line", "42"],
  ])("%s", (_what, words) => {
    for (const file of [
      `WEBVTT\n\n00:01.000 --> 00:02.000\nSo\n${words}\n`,
      `1\n00:00:01,000 --> 00:00:02,000\nSo\n${words}\n`,
    ]) {
      expect(wordsIn(file)).toEqual([`So\n${words.replace("&amp;", "&")}`]);
    }
  });

  test("behind an empty line within a caption", () => {
    expect(
      wordsIn("1\n00:00:01,000 --> 00:00:02,000\nOne\n\nTwo\n\n2\n00:00:03,000 --> 00:00:04,000\nThree\n"),
    ).toEqual(["One\nTwo", "Three"]);
  });

  test("without the empty line before the next caption", () => {
    expect(wordsIn("1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo")).toEqual([
      "One",
      "Two",
    ]);
  });

  test("notes, styles and regions are none", () => {
    const file =
      "WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE not said\n\n00:01.000 --> 00:02.000\nSaid\n\nNOTE\nnor this\n";
    expect(wordsIn(file)).toEqual(["Said"]);
  });
});

describe("a file in an older encoding", () => {
  const subRip = (words: number[]) =>
    Uint8Array.from([...bytesOf("1\n00:00:01,000 --> 00:00:02,000\n"), ...words]);
  test.each<[string, Uint8Array, string, string]>([
    ["windows-1252", subRip([0x64, 0xe9, 0x6a, 0xe0]), "fr", "déjà"],
    ["windows-1256", subRip([0xe3, 0xd1, 0xcd, 0xc8, 0xc7]), "ar", "مرحبا"],
    ["windows-1251", subRip([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), "ru", "Привет"],
  ])("is read as %s by its language", (_encoding, file, language, words) => {
    expect(wordsIn(file, language)).toEqual([words]);
  });

  test("may be UTF-16, with its mark or without", () => {
    const text = "1\n00:00:01,000 --> 00:00:02,000\nدرس\n";
    const little = Buffer.from(text, "utf16le");
    const big = Buffer.from(little).swap16();
    for (const file of [little, big, Buffer.concat([Buffer.from([0xff, 0xfe]), little])]) {
      expect(wordsIn(file)).toEqual(["درس"]);
    }
  });
});

test.each([
  [
    "a time that cannot be read",
    "WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> soon\nTwo",
    6,
    "00:03.000 --> soon",
  ],
  ["an end before the beginning", "1\n00:00:02,000 --> 00:00:01,000\nOne", 2, "ends before it begins"],
  ["minutes beyond 59", "WEBVTT\n\n00:61:00.000 --> 00:62:00.000\nOne", 3, "00:61:00.000"],
  ["a file of Aegisub", "[Script Info]\nTitle: x", 1, "Export it as SubRip"],
  ["something else", "Good morning", 1, "neither WebVTT"],
  ["no words at all", "", 1, "neither WebVTT"],
])("%s is refused with its line", (_what, file, line, words) => {
  expect(refusal(file)).toMatchObject({ line, problem: expect.stringContaining(words) });
});

const cue = fc.record({
  start: fc.integer({ min: 0, max: 5_000_000 }),
  length: fc.integer({ min: 1, max: 60_000 }),
  id: fc.constantFrom("", "7\n", "intro\n"),
  settings: fc.constantFrom("", " align:start", " line:0 position:20%", " line:-1", " size:50%", " region:x"),
  words: fc.array(
    fc.constantFrom(
      "one",
      "<b>two</b>",
      "<v Ann>three",
      "<c.red>four</c>",
      "&amp;",
      "<",
      "&",
      "5",
      "🪨",
      "حجر",
      "NOTE",
      "WEBVTT",
      ">>",
    ),
    { minLength: 1, maxLength: 6 },
  ),
  joint: fc.constantFrom(" ", "\n"),
});
const timeOf = (ms: number) => `${new Date(ms).toISOString().slice(11, 23)}`;

test("what W3C's parser accepts is accepted, with as many captions; what is stored has no flaw for it, and says the same again", () => {
  fc.assert(
    fc.property(fc.array(cue, { maxLength: 8 }), fc.constantFrom("\n", "\r\n"), (cues, newline) => {
      const blocks = cues.map(
        ({ start, length, id, settings, words, joint }) =>
          `${id}${timeOf(start)} --> ${timeOf(start + length)}${settings}\n${words.join(joint)}\n`,
      );
      const file = ["WEBVTT\n", ...blocks].join("\n").replaceAll("\n", newline);
      const found = read(file);
      expect(found.cues).toHaveLength(judge(file).cues.length);
      const { cues: again, errors } = judge(found.vtt);
      expect(errors).toEqual([]);
      expect(again).toHaveLength(found.cues.length);
      expect(cuesIn(bytesOf(found.vtt))).toEqual(found.cues);
    }),
  );
});
