import { isOneLine, withoutUnseen } from "@cairn/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  buildTestApp,
  registration,
  type TestApp,
  verifiedAdmin,
} from "../../../../tests/support/server/app.ts";

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
];

test("a name has no hidden characters: joiners are allowed only inside emoji and words of scripts that use them", () => {
  for (const text of seen) expect({ text, ok: isOneLine(text) }).toEqual({ text, ok: true });
  for (const text of unseen) expect({ text, ok: isOneLine(text) }).toEqual({ text, ok: false });
  for (const text of unseen.slice(0, 25)) expect(isOneLine(withoutUnseen(text))).toBe(true);
});

describe("invisible characters and line breaks are refused in", () => {
  let app: TestApp;
  let token: string;
  let userId: number;
  beforeAll(async () => {
    app = await buildTestApp({ rateLimits: false });
    const admin = await verifiedAdmin(app);
    ({ access_token: token, user_id: userId } = admin);
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
      expect(answer.body.error).toMatch(/ must not have line breaks or invisible characters\.$/);
    }
    expect((await send("Ada می\u200cخواهم 👩\u200d🚀")).status).toBeLessThan(300);
  });
});
