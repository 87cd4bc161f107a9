import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { contentTypes } from "@cairn/contract";
import { type Static, type TSchema, Type } from "typebox";
import { Errors } from "typebox/value";
import { parse } from "yaml";

const exact = { additionalProperties: false };
const Words = Type.String({ pattern: "\\S" });
/** All times count back from the first start, so that the demo always looks fresh. */
const hoursAgo = Type.Number({ exclusiveMinimum: 0 });
const Media = Type.Object(
  {
    /** Its path from the item's folder. */
    file: Words,
    alt: Words,
    poster: Type.Optional(Words),
  },
  exact,
);
const revision = {
  title: Words,
  hoursAgo,
  /** Labels, as `node 20`. */
  appliesTo: Type.Optional(Type.Array(Words)),
  media: Type.Optional(Media),
};
const Revision = Type.Object(revision, exact);
const Item = Type.Object(
  {
    /** Its place among the items, and in an empty database its id. */
    number: Type.Integer({ minimum: 1 }),
    type: Type.Enum(contentTypes),
    /** A category's exact name. */
    category: Words,
    /** The key of one of the people; so are `by` and the comments' `author`. */
    author: Words,
    status: Type.Enum(["Published", "Pending", "Flagged", "Draft"]),
    ...revision,
    decisions: Type.Array(
      Type.Object(
        {
          by: Words,
          hoursAgo,
          decision: Type.Enum(["approved", "flagged", "superseded"]),
          /** The number of the revision decided about, counted from 1. */
          revision: Type.Integer({ minimum: 1 }),
          reason: Type.Optional(Words),
          /** With an approval: days for which it holds, 180 if left out. */
          holdsDays: Type.Optional(Type.Integer({ minimum: 1 })),
          /** With superseded: the folder of the item that replaces it. */
          replacement: Type.Optional(Words),
        },
        exact,
      ),
    ),
    comments: Type.Array(
      Type.Object(
        {
          author: Words,
          hoursAgo,
          text: Words,
          /** The place of the comment that it answers, from 1. */
          answers: Type.Optional(Type.Integer({ minimum: 1 })),
        },
        exact,
      ),
    ),
  },
  exact,
);

/** Files of media are named by their path below demo/. */
export type DemoRevision = Static<typeof Revision> & { readonly body: string };
export type DemoDecision = Static<typeof Item>["decisions"][number];
export type DemoItem = Omit<Static<typeof Item>, keyof DemoRevision> & {
  /** The name of its folder. */
  readonly key: string;
  /** Oldest first. */
  readonly revisions: readonly DemoRevision[];
};

/**
 * Reads `items/<key>/item.md`: facts as front matter above the newest revision's text. Earlier revisions lie beside it as
 * `revision-<number>.md`. @returns the items in the order of their numbers.
 */
export async function readItems(folder = join(import.meta.dirname, "items")): Promise<DemoItem[]> {
  const items = await Promise.all((await readdir(folder)).map((key) => readItem(folder, key)));
  items.sort((one, other) => one.number - other.number);
  for (const [index, { key, number }] of items.entries()) {
    if (number !== index + 1) throw new Error(`demo/items/${key}/item.md: number: expected ${index + 1}`);
  }
  return items;
}

async function readItem(folder: string, key: string): Promise<DemoItem> {
  const earlier = (await readdir(join(folder, key))).filter((name) => name.startsWith("revision-")).length;
  const revisions: DemoRevision[] = [];
  for (let number = 1; number <= earlier; number++) {
    const { facts, body } = await readText(folder, `${key}/revision-${number}.md`, Revision);
    revisions.push(toRevision(key, facts, body));
  }
  const { facts, body } = await readText(folder, `${key}/item.md`, Item);
  const { title, hoursAgo, appliesTo, media, ...item } = facts;
  const revision = { title, hoursAgo, ...(appliesTo && { appliesTo }), ...(media && { media }) };
  revisions.push(toRevision(key, revision, body));
  return { ...item, key, revisions };
}

function toRevision(key: string, { media, ...facts }: Static<typeof Revision>, body: string): DemoRevision {
  if (!media) return { ...facts, body };
  const pathOf = (file: string) => posix.join("items", key, file);
  const { file, poster } = media;
  const paths = { file: pathOf(file), ...(poster && { poster: pathOf(poster) }) };
  return { ...facts, body, media: { ...media, ...paths } };
}

/** A text below its front matter, which lies between two lines of three dashes. */
async function readText<Schema extends TSchema>(
  folder: string,
  name: string,
  schema: Schema,
): Promise<{ facts: Static<Schema>; body: string }> {
  const place = `demo/items/${name}`;
  const text = await readFile(join(folder, name), "utf8");
  const [, front, body] = /^---\n(.*?\n)---\n(.*)$/s.exec(text) ?? [];
  if (front === undefined || body === undefined) throw new Error(`${place}: has no front matter`);
  let facts: unknown;
  try {
    facts = parse(front);
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`);
  }
  const [wrong] = Errors(schema, facts);
  if (wrong) throw new Error(`${place}: ${wrong.instancePath || "/"} ${wrong.message}`);
  return { facts: facts as Static<Schema>, body: body.trim() };
}
