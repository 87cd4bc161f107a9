import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentTypes, limits } from "@cairn/contract";
import { expect, test } from "vitest";
import { type DemoItem, readItems } from "./items.ts";
import { demoMedia } from "./media-facts.ts";
import { people } from "./people.ts";

const categories = [
  "Fullstack Development",
  "Cyber Security",
  "Data Science",
  "Mobile Development",
  "Artificial Intelligence",
];

const items = await readItems();
const published = items.filter(({ status }) => status === "Published");
const revisions = items.flatMap((item) => item.revisions);
const media = revisions.flatMap((revision) => (revision.media ? [revision.media] : []));
const person = new Map(people.map((one) => [one.key, one]));

const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => pattern.test(file))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`);
const unique = (texts: readonly string[]) => [...new Set(texts)].sort();
const firstApproval = (item: DemoItem) =>
  Math.max(
    ...item.decisions.filter(({ decision }) => decision === "approved").map(({ hoursAgo }) => hoursAgo),
  );
const keysWhere = (isWrong: (item: DemoItem) => boolean) => items.filter(isWrong).map(({ key }) => key);

test("every text is read as a revision of its item, the newest from item.md", () => {
  const read = items.flatMap(({ key, revisions }) =>
    revisions.map((_, index) => {
      const name = index === revisions.length - 1 ? "item" : `revision-${index + 1}`;
      return `items/${key}/${name}.md`;
    }),
  );
  expect(read.sort()).toEqual(filesIn("items", /\.md$/).sort());
});

test.each([
  ["by: samuel", "by: 7", "/decisions/0/by must be string"],
  ["decision: approved", "decision: liked", "/decisions/0/decision must be equal to one of"],
  ["hoursAgo: 340", "hoursAgo: 340\nhours: 340", "/hours "],
  ["number: 2", "number: 0", "/number must be >= 1"],
  ["number: 2\n", "", "must have required properties number"],
  ["type: Article", "type: [", "Flow sequence"],
  ["---\n", "", "has no front matter"],
])("where an item says no %s but %s, the error names its file and field", async (from, to, problem) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-items-"));
  try {
    cpSync(join(import.meta.dirname, "items"), folder, { recursive: true });
    const file = join(folder, "postgres-indexes/item.md");
    const text = readFileSync(file, "utf8");
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
    const error = await readItems(folder).catch(({ message }: Error) => message);
    expect(error).toContain("demo/items/postgres-indexes/item.md: ");
    expect(error).toContain(problem);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every media file that is named exists and is described, and none lies there unused", () => {
  const isMedia = /\.(?!md$)\w+$/;
  const portraits = people
    .flatMap(({ key }) => [`portraits/${key}-256.jpg`, `portraits/${key}-96.jpg`])
    .filter((path) => path in demoMedia);
  const named = unique([...media.flatMap(({ file, poster }) => [file, poster ?? []].flat()), ...portraits]);
  expect(named).toEqual([...filesIn("items", isMedia), ...filesIn("portraits", isMedia)].sort());
  expect(Object.keys(demoMedia).sort()).toEqual(named);
  expect(media.filter(({ alt }) => alt.trim() === "")).toEqual([]);
});

test("every body has text within the limits, and starts with a sentence that can stand alone", () => {
  for (const { title, body } of revisions) {
    expect(body.length, title).toBeLessThanOrEqual(limits.bodyLength);
    expect(body, title).toMatch(/^[\p{Lu}\p{Lo}"].{60,}\n\n/u);
  }
});

test("keys of items and people are unique, and so are e-mails", () => {
  for (const names of [
    items.map(({ key }) => key),
    people.map(({ key }) => key),
    people.map(({ email }) => email),
  ]) {
    expect(unique(names)).toHaveLength(names.length);
  }
});

test("every author, reviewer and commenter is one of the people and had joined by then", () => {
  const acts = items.flatMap((item) => [
    ...item.revisions.map(({ hoursAgo }) => ({ who: item.author, hoursAgo })),
    ...item.decisions.map(({ by, hoursAgo }) => ({ who: by, hoursAgo })),
    ...item.comments.map(({ author, hoursAgo }) => ({ who: author, hoursAgo })),
  ]);
  const isStranger = (act: { who: string; hoursAgo: number }) =>
    (person.get(act.who)?.joinedDaysAgo ?? 0) * 24 <= act.hoursAgo;
  expect(acts.filter(isStranger)).toEqual([]);
});

test("at least thirty items are published, over all five categories and all three types", () => {
  expect(published.length).toBeGreaterThanOrEqual(30);
  expect(unique(published.map(({ category }) => category))).toEqual([...categories].sort());
  expect(unique(published.map(({ type }) => type))).toEqual([...contentTypes].sort());
  expect(keysWhere(({ category }) => !categories.includes(category))).toEqual([]);
});

test("content 1 is published, with at least five comments", () => {
  expect(items[0]?.status).toBe("Published");
  expect(items[0]?.comments.length).toBeGreaterThanOrEqual(5);
});

test("the demo writer has at least two items published, pending and flagged", () => {
  for (const status of ["Published", "Pending", "Flagged"]) {
    const own = items.filter((item) => item.author === "writer" && item.status === status);
    expect(own.length, status).toBeGreaterThanOrEqual(2);
  }
});

test("only a verified admin decides, and never about an item of their own", () => {
  const decides = (item: DemoItem) => item.decisions.map(({ by }) => ({ by, own: by === item.author }));
  const wrong = items.flatMap(decides).filter(({ by, own }) => own || person.get(by)?.verified !== true);
  expect(wrong).toEqual([]);
});

test("each status follows from the decisions: published ones were approved, flagged ones were not, others are undecided", () => {
  const last = (item: DemoItem) => item.decisions.at(-1)?.decision;
  expect(keysWhere((item) => item.status === "Published" && !Number.isFinite(firstApproval(item)))).toEqual(
    [],
  );
  expect(keysWhere((item) => item.status === "Flagged" && last(item) !== "flagged")).toEqual([]);
  expect(
    keysWhere(
      ({ status, decisions }) => (status === "Pending" || status === "Draft") && decisions.length > 0,
    ),
  ).toEqual([]);
});

test("every flag has a reason within the limits", () => {
  for (const { decision, reason = "" } of items.flatMap((item) => item.decisions)) {
    if (decision === "flagged") expect(reason.length, reason).toBeGreaterThan(40);
  }
});

test("revisions and decisions stand in the order of time, and each decision comes after its revision", () => {
  const isFalling = (hours: readonly number[]) =>
    hours.every((hour, index) => hour < (hours[index - 1] ?? Number.POSITIVE_INFINITY));
  const hours = (rows: readonly { hoursAgo: number }[]) => rows.map(({ hoursAgo }) => hoursAgo);
  expect(keysWhere((item) => !isFalling(hours(item.revisions)) || !isFalling(hours(item.decisions)))).toEqual(
    [],
  );
  const isEarly = (item: DemoItem) =>
    item.decisions.some(
      ({ revision, hoursAgo }) => hoursAgo >= (item.revisions[revision - 1]?.hoursAgo ?? 0),
    );
  expect(keysWhere(isEarly)).toEqual([]);
});

test("comments come after the first publication, and are not empty and within the limits", () => {
  const isOdd = (item: DemoItem) =>
    item.comments.some(
      ({ text, hoursAgo }) =>
        hoursAgo <= 0 ||
        hoursAgo >= firstApproval(item) ||
        !text.trim() ||
        text.length > limits.commentLength,
    );
  expect(keysWhere(isOdd)).toEqual([]);
});

test("an answer comes after the comment that it answers, which answers none itself", () => {
  const isOdd = ({ comments }: DemoItem) =>
    comments.some(({ answers, hoursAgo }) => {
      const answered = answers === undefined ? undefined : comments[answers - 1];
      return answers !== undefined && (!answered || answered.answers || answered.hoursAgo <= hoursAgo);
    });
  expect(keysWhere(isOdd)).toEqual([]);
  expect(items.flatMap(({ comments }) => comments).filter(({ answers }) => answers).length).toBeGreaterThan(
    5,
  );
});

test("every title is present and within the limits", () => {
  const isOdd = (title: string) => !title.trim() || title.length > limits.titleLength;
  expect(revisions.filter(({ title }) => isOdd(title))).toEqual([]);
});

test("every video or audio item has a file of its type", () => {
  const kind = { Article: /\.(jpg|pdf)$/, Video: /\.mp4$/, Audio: /\.m4a$/ };
  const isOdd = ({ type, revisions }: DemoItem) =>
    revisions.some(({ media }) => (media ? !kind[type].test(media.file) : type !== "Article"));
  expect(keysWhere(isOdd)).toEqual([]);
});
