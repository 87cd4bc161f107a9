import {
  type ContentDetail,
  type ContentItem,
  contentTypes,
  getContent,
  languageCodes,
  listContent,
  type SearchPage,
  searchContent,
} from "@cairn/contract";
import fc from "fast-check";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { mount } from "../../calls/mount.ts";
import { foundJson } from "../search/search.service.ts";
import { listedJson, presentPublished, wholeJson } from "./content.presenter.ts";
import type { PublishedRow } from "./content.repository.ts";

const text = fc.string({ unit: "binary" });
const count = fc.nat();
const instant = fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true });
const cursor = fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString("base64url"));
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);
const id = fc.integer({ min: 1, max: 2 ** 53 - 1 });

const viewing = { now: new Date(), addressOf: (key: string) => `/media/${key}` };

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
  excerpt: text,
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
  appliesTo: fc.array(text, { maxLength: 3 }),
  language: fc.constantFrom(...languageCodes),
  languageGiven: fc.boolean(),
  isPublished: fc.constant(true),
  verifiedAt: optional(instant),
  goodUntil: optional(instant),
  supersededBy: optional(id),
  reasons: fc.array(
    fc.record({
      kind: fc.constantFrom("label" as const, "links" as const, "review" as const),
      text,
      since: instant.map((at) => at.toISOString()),
    }),
    { maxLength: 3 },
  ),
  renditionWidths: optional(fc.array(count, { maxLength: 3 })),
  colour: optional(text),
  seriesId: optional(id),
  seriesTitle: optional(text),
  seriesPosition: optional(count),
  seriesSize: optional(count),
  seriesPublicPosition: optional(count.map((n) => n + 1)),
  seriesPublicSize: optional(count.map((n) => n + 1)),
  beside: optional(
    fc.array(fc.record({ id, title: text, position: count.map((n) => n + 1) }), {
      minLength: 1,
      maxLength: 2,
    }),
  ),
  bodyHtml: text,
  history: fc.array(
    fc.record({ number: count.map((n) => n + 1), at: instant.map((at) => at.toISOString()) }),
  ),
  deadLinks: optional(fc.array(fc.record({ url: text, since: instant.map((at) => at.toISOString()) }))),
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
          item: presentPublished(row, viewing),
          why,
        }));
        list = published.map(({ item, why }) => ({ ...item.item, ...(why !== undefined && { why }) }));
        const json = published.map(({ item, why }) => listedJson(item, why));
        expect((await app.inject("/content")).payload).toBe(`[${json.join(",")}]`);

        const rest = { next, ...(corrected !== undefined && { corrected }) };
        found = { items: published.map(({ item }) => item.item), ...rest };
        const plain = `[${published.map(({ item }) => listedJson(item)).join(",")}]`;
        expect((await app.inject("/content/search")).payload).toBe(foundJson({ json: plain, ...rest }));

        const one = presentPublished(alone, viewing);
        whole = {
          ...one.item,
          ...(liked !== undefined && { liked }),
          body_html: alone.bodyHtml,
          revisions: alone.history.map(({ number, at }) => ({ number, created_at: at })),
          ...(alone.deadLinks && { dead_links: alone.deadLinks }),
          ...(alone.beside && { beside: alone.beside }),
        };
        expect((await app.inject("/content/1")).payload).toBe(wholeJson(one, liked));
      },
    ),
    { numRuns: 300 },
  );
  await app.close();
});
