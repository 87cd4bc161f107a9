import {
  type ContentDetail,
  type ContentItem,
  contentTypes,
  getContent,
  listContent,
  type SearchPage,
  searchContent,
} from "@cairn/contract";
import fc from "fast-check";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { mount } from "../../plugins/mount.ts";
import { foundJson } from "../search/search.service.ts";
import { listedJson, presentPublished, wholeJson } from "./content.presenter.ts";
import type { PublishedRow } from "./content.repository.ts";

const text = fc.string({ unit: "binary" });
const count = fc.nat();
const instant = fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true });
const cursor = fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString("base64url"));
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);
const id = fc.integer({ min: 1, max: 2 ** 53 - 1 });

const row: fc.Arbitrary<PublishedRow> = fc.record({
  id,
  authorId: id,
  authorName: text,
  status: fc.constant("Published" as const),
  publishedAt: optional(instant),
  createdAt: instant,
  likes: count,
  comments: count,
  revision: fc.integer({ min: 1, max: 1000 }),
  title: text,
  body: text,
  contentType: fc.constantFrom(...contentTypes),
  categoryId: id,
  categoryName: text,
  mediaKey: optional(text),
  mediaAlt: text,
  mediaType: optional(text),
  mediaWidth: optional(count),
  mediaHeight: optional(count),
  mediaDuration: optional(count),
  posterKey: optional(text),
  bodyHtml: text,
  history: fc.array(
    fc.record({ number: count.map((n) => n + 1), at: instant.map((at) => at.toISOString()) }),
  ),
});

test("finished JSON has the bytes that the serialiser would send, whatever an item holds", async () => {
  let list: ContentItem[] = [];
  let whole: ContentDetail | null = null;
  const app = Fastify();
  mount(app, listContent, async () => list);
  mount(app, getContent, async () => whole as ContentDetail);
  let found: SearchPage = { items: [], next: null };
  mount(app, searchContent, async () => found);

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ row, why: fc.option(text, { nil: undefined }) }), { maxLength: 4 }),
      row,
      fc.option(fc.boolean(), { nil: undefined }),
      fc.record({ next: optional(cursor), corrected: fc.option(text, { nil: undefined }) }),
      async (shown, alone, liked, { next, corrected }) => {
        const published = shown.map(({ row, why }) => ({
          item: presentPublished(row, (key) => `/media/${key}`),
          why,
        }));
        list = published.map(({ item, why }) => ({ ...item.item, ...(why !== undefined && { why }) }));
        const json = published.map(({ item, why }) => listedJson(item, why));
        expect((await app.inject("/content")).payload).toBe(`[${json.join(",")}]`);

        const rest = { next, ...(corrected !== undefined && { corrected }) };
        found = { items: published.map(({ item }) => item.item), ...rest };
        const plain = `[${published.map(({ item }) => listedJson(item)).join(",")}]`;
        expect((await app.inject("/content/search")).payload).toBe(foundJson({ json: plain, ...rest }));

        const one = presentPublished(alone, (key) => `/media/${key}`);
        whole = {
          ...one.item,
          ...(liked !== undefined && { liked }),
          body_html: alone.bodyHtml,
          revisions: alone.history.map(({ number, at }) => ({ number, created_at: at })),
        };
        expect((await app.inject("/content/1")).payload).toBe(wholeJson(one, liked));
      },
    ),
    { numRuns: 300 },
  );
  await app.close();
});
