import { isBlank, isOneLine, trimmed, withoutUnseen } from "@cairn/contract";
import {
  type Answer,
  buildTestApp,
  registration,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const seen = [
  "Zoë O'Neill-Ñandú",
  "李小龍",
  "می\u200cخواهم",
  "ශ්\u200dරී ලංකා",
  "क्\u200dष",
  "👩\u200d👩\u200d👧",
  "🧑🏽\u200d🚀",
  "❤\ufe0f\u200d🔥 1\ufe0f\u20e3",
  "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  "葛\u{e0100}城",
  "e\u0301 and C# & <b>",
  "Nguye\u0302\u0303n",
  "שַׁבָּתֽ",
  "اللّٰه",
  "ज़ें ปั๊ม",
];
const unseen = [
  "a\nb",
  "a\r",
  "a\tb",
  "a\u0000b",
  "a\u001bb",
  "a\u007fb",
  "a\u0085b",
  "a\u00adb",
  "a\u061cb",
  "a\u200bb",
  "a\u200cb",
  "a\u200db",
  "a\u200eb",
  "a\u2028b",
  "a\u202eb",
  "a\u2060b",
  "a\u2066b",
  "a\u3164b",
  "a\ufe0fb",
  "a\ufeffb",
  "a\ufffbb",
  "a\ufffeb",
  "a\u{e0067}b",
  "a\ud800b",
  "🪨\u200d",
  "\u200dمی",
  "Z\u0334\u0321\u0347algo",
  "e\u0301\u0301",
  "ส้้้้",
];

test("a name has no hidden characters: joiners are allowed only inside emoji and words of scripts that use them", () => {
  for (const text of seen) expect({ text, ok: isOneLine(text) }).toEqual({ text, ok: true });
  for (const text of unseen) expect({ text, ok: isOneLine(text) }).toEqual({ text, ok: false });
  for (const text of unseen.filter((one) => one.isWellFormed()))
    expect(isOneLine(withoutUnseen(text))).toBe(true);
});

/** Each alone is a text of which nobody sees anything. */
const blanks = [
  ...["", " \n\t", "\u00a0\u3000", "\u00ad", "\u034f", "\u061c", "\u115f\u1160", "\u17b4\u17b5", "\u180e"],
  ...[
    "\u200b",
    "\u200c\u200d",
    "\u200e\u200f",
    "\u202e",
    "\u2060",
    "\u2061",
    "\u2066\u2069",
    "\u2800",
    "\u3164",
  ],
  ...[
    "\ufe0f",
    "\ufeff",
    "\uffa0",
    "\ufff9\ufffa\ufffb",
    "\u{13441}\u{13442}",
    "\u{1d159}",
    "\u{e0001}\u{e0041}",
    "\u{e0100}",
    " \u200b \u3164\n",
  ],
];
const inkOf = [
  ".",
  "\u0600",
  "\u{13000}",
  "\u0301",
  "\u05d0",
  "한",
  "ㅤ한",
  "\u2801",
  "🪨",
  "\u200bx",
  "۰",
  "\u00a0-",
];

test("a text that nobody can see is empty, and any sign that can be seen is a text", () => {
  for (const text of blanks)
    expect({ text, isBlank: isBlank(text), trimmed: trimmed(text) }).toEqual({
      text,
      isBlank: true,
      trimmed: "",
    });
  for (const text of inkOf) expect({ text, isBlank: isBlank(text) }).toEqual({ text, isBlank: false });
});

describe("invisible characters and line breaks are refused in", () => {
  let app: TestApp;
  let token: string;
  let userId: number;
  let contentId: number;
  beforeAll(async () => {
    app = await buildTestApp({ rateLimits: false });
    const admin = await verifiedAdmin(app);
    ({ access_token: token, user_id: userId } = admin);
    contentId = await makeItem(app, { authorId: userId });
  });
  afterAll(() => app.close());

  type Place = [string, "POST" | "PATCH", () => string, (text: string) => object, string];
  const places: Place[] = [
    ["a member's name", "POST", () => "/auth/register", (name: string) => registration({ name }), "name"],
    ["a changed name", "PATCH", () => "/profiles/me", (name: string) => ({ name }), "name"],
    ["an account's name", "PATCH", () => `/admin/users/${userId}`, (name: string) => ({ name }), "name"],
    [
      "a title",
      "POST",
      () => "/content",
      (title: string) => ({ title, body: "Words.", category: 1 }),
      "title",
    ],
    [
      "a category",
      "POST",
      () => "/admin/categories",
      (name: string) => ({ name, description: "Tools" }),
      "name",
    ],
    ["an interest", "PATCH", () => "/profiles/me", (text: string) => ({ interests: [text] }), "interests"],
    [
      "a link's label",
      "PATCH",
      () => "/profiles/me",
      (label: string) => ({ social_links: [{ label, url: "https://a.example" }] }),
      "social_links",
    ],
  ];

  test.each(places)("%s, with a clear message", async (_what, method, url, body, field) => {
    const send = (text: string): Promise<Answer> => app.call(method, url(), { token, body: body(text) });
    for (const text of ["Ada\u202enimda", "Ada\u200b", "Ada\nLovelace", "Ada\ufffe"]) {
      const answer = await send(text);
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input", details: [{ field }] } });
      expect(answer.body.error).toMatch(
        / must not have line breaks, invisible characters, or more than two marks on one letter\.$/,
      );
    }
    expect((await send("Ada می\u200cخواهم 👩\u200d🚀")).status).toBeLessThan(300);
  });

  const texts: Place[] = [
    ...places.slice(0, 5),
    ["a post", "POST", () => "/content", (body) => ({ title: "Stones", body, category: 1 }), "body"],
    ["a comment", "POST", () => `/content/${contentId}/comments`, (body) => ({ body }), "body"],
    ["a report", "POST", () => `/content/${contentId}/report`, (reason) => ({ reason }), "reason"],
    [
      "a category's description",
      "POST",
      () => "/admin/categories",
      (description) => ({ name: "Tools", description }),
      "description",
    ],
  ];

  test.each(texts)(
    "%s, and so are more marks in a row than any language writes",
    async (_what, method, url, body, field) => {
      // In this order, to normalise them takes the square of their number: minutes for one text.
      const text = `a${"\u0300".repeat(16)}${"\u0316".repeat(16)}`;
      const answer = await app.call(method, url(), { token, body: body(text) });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
      expect(answer.body.error).toMatch(/ has more than 30 combining marks in a row\.$/);
    },
  );

  test.each(texts)("%s, if nothing else is in it", async (_what, method, url, body, field) => {
    for (const text of ["\u200b", "\u2060", "\u3164", "\u2800", " \ufeff\n"]) {
      const answer = await app.call(method, url(), { token, body: body(text) });
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
      expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
    }
  });
});
