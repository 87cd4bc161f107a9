import { withoutUnseen } from "@cairn/contract";
import { expect } from "@playwright/test";
import { call, newAccount } from "../../call.ts";
import { demo } from "../accounts.ts";
import { packed } from "./payloads.ts";

/** The prefix of a text shows where it was planted. */
export const marks = {
  name: "Nym",
  bio: "Life",
  interest: "Liking",
  label: "Tag",
  category: "Shelf",
  description: "Meaning",
  title: "Heading",
  body: "Words",
  alt: "Seen",
  comment: "Remark",
  reason: "Because",
  report: "Complaint",
} as const;

export interface Planted {
  /** A member, and the author of all that was planted. */
  readonly member: { email: string; password: string };
  readonly author: { email: string; password: string };
  readonly published: number;
  readonly waiting: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the caller knows what the contract answers
type Send = (method: string, path: string, token: string | null, body: object) => Promise<any>;

/** Stores each payload in every place that takes user text. */
export async function plant(url: string, payloads: readonly string[]): Promise<Planted> {
  const send: Send = async (method, path, token, body) => {
    const answer = await call(url, method, path, { token: token ?? undefined, body });
    expect(Math.floor(answer.status / 100), `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(2);
    return answer.body;
  };
  const oneLine = payloads.map((payload) => withoutUnseen(payload.replace(/\s+/g, " ")));
  const texts = (length: number, mark: string) => packed(oneLine, length, mark);
  const short = (length: number, mark: string) =>
    oneLine.map((payload) => `${mark} ${payload}`).filter((text) => text.length <= length);

  const admin = (await send("POST", "/auth/login", null, demo.admin)).access_token;
  const people = await Promise.all(
    texts(120, marks.name).map(async (name, index) => {
      const account = { ...newAccount(index === 0 ? "User" : "TechWriter"), name };
      const { access_token: token } = await send("POST", "/auth/register", null, account);
      return { ...account, token };
    }),
  );
  const [member, author] = people;
  if (!member || !author) throw new Error("too few payloads to name two people");

  const bios = texts(2_000, marks.bio);
  // The first person's feed begins with what is planted here, whatever else their hostile words match.
  const interests = [marks.title, ...short(40, marks.interest)];
  const labels = short(60, marks.label);
  for (const [index, person] of people.entries()) {
    const urls = labels.slice(index * 10, index * 10 + 10);
    await send("PATCH", "/profiles/me", person.token, {
      bio: bios[index % bios.length],
      interests: interests.slice(index * 10, index * 10 + 10),
      social_links: urls.map((label, number) => ({ label, url: `https://example.com/${number}` })),
    });
  }
  const meanings = texts(500, marks.description);
  for (const [index, name] of texts(80, marks.category).entries()) {
    await send("POST", "/admin/categories", admin, { name, description: meanings[index % meanings.length] });
  }

  const body = `${marks.body}\n\n${payloads.join("\n\n")}`;
  const ids: number[] = [];
  for (const [index, title] of texts(160, marks.title).entries()) {
    const form = new FormData();
    const fields = {
      title,
      body,
      content_type: "Article",
      category: "Data Science",
      alt: texts(500, marks.alt)[index],
    };
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
    if (index < 2) form.set("file", stone, oneLine[index % oneLine.length]);
    ids.push((await send("POST", "/content", author.token, form)).id);
  }
  const [published = 0, waiting = 0, flagged = 0, ...others] = ids;
  for (const id of [published, ...others]) {
    await send("POST", `/admin/content/${id}/approve`, admin, { revision: 1 });
  }
  await send("POST", `/admin/content/${flagged}/flag`, admin, {
    reason: texts(2_000, marks.reason)[0],
    revision: 1,
  });
  for (const [index, text] of texts(4_000, marks.comment).entries()) {
    const writer = people[index % people.length] ?? member;
    await send("POST", `/content/${published}/comments`, writer.token, { body: text });
  }
  for (const reason of texts(2_000, marks.report)) {
    await send("POST", `/content/${published}/report`, member.token, { reason });
  }
  return { member, author, published, waiting };
}

/** One pixel. */
const stone = new Blob(
  [
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  ],
  { type: "image/png" },
);
