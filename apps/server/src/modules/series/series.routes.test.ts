import { limits } from "@cairn/contract";
import {
  buildTestApp,
  by,
  type CallOptions,
  type Member,
  makePeople,
  registerMember,
  type TestApp,
} from "@tests/support/server/app.ts";
import { decide, editItem, makeItem, unpublish } from "@tests/support/server/content.ts";
import { sendForm } from "@tests/support/server/forms.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let writer: Member;
let other: Member;
let admin: Member;

beforeAll(async () => {
  app = await buildTestApp();
  ({ writer, other, admin } = await makePeople(app));
});
afterAll(() => app.close());

const published = (title: string, authorId = writer.user_id) =>
  makeItem(app, { authorId, reviewerId: admin.user_id, title });
const draft = (title: string) => makeItem(app, { authorId: writer.user_id, status: "Draft", title });
const begin = async (title: string, items: number[] = [], author = writer): Promise<number> => {
  const { status, body } = await app.call("POST", "/series", by(author, { title }));
  expect(status).toBe(201);
  if (items.length > 0) {
    const changed = await app.call("PATCH", `/series/${body.id}`, by(author, { items }));
    expect(changed.status).toBe(200);
  }
  return body.id;
};
const placeOf = async (id: number, options: CallOptions = {}) =>
  (await app.call("GET", `/content/${id}`, options)).body.series;
const idsIn = (body: { items: { id: number }[] }) => body.items.map(({ id }) => id);

describe("a series", () => {
  it("shows readers its published items in the author's order, and its author all of them", async () => {
    const [first, hidden, last] = [await published("First"), await draft("Hidden"), await published("Last")];
    const id = await begin("From zero to deploy", [last, hidden, first]);

    const { status, body } = await app.call("GET", `/series/${id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      title: "From zero to deploy",
      description: "",
      author: { id: writer.user_id },
    });
    expect(idsIn(body)).toEqual([last, first]);
    expect(idsIn((await app.call("GET", `/series/${id}`, by(writer))).body)).toEqual([last, hidden, first]);
    expect(idsIn((await app.call("GET", `/series/${id}`, by(other))).body)).toEqual([last, first]);
    expect(idsIn((await app.call("GET", `/series/${id}`, by(admin))).body)).toEqual([last, hidden, first]);
  });

  it("tells a member which published items of it they have finished", async () => {
    const [one, two, hidden] = [await published("First"), await published("Second"), await draft("Hidden")];
    const id = await begin("Read", [two, hidden, one]);
    const begunOnly = await published("Third");
    const finish = async (item: number, position: number) => {
      const kept = await app.call("PUT", `/content/${item}/position`, by(other, { position }));
      expect(kept.status).toBe(200);
    };
    const progress = (member: Member) => app.call("GET", `/series/${id}/progress`, by(member));
    expect((await progress(other)).body).toEqual({ finished: [] });

    await finish(one, 1);
    await finish(two, 0.97);
    await finish(begunOnly, 1);
    expect((await progress(other)).body).toEqual({ finished: [two, one] });
    expect((await progress(admin)).body).toEqual({ finished: [] });
    await finish(two, 0.5);
    expect((await progress(other)).body).toEqual({ finished: [one] });
    await unpublish(app, one);
    expect((await progress(other)).body).toEqual({ finished: [] });
  });

  it("counts places among published items for readers, among all for the author", async () => {
    const [one, two, three] = [await published("One"), await draft("Two"), await published("Three")];
    const id = await begin("Places", [one, two, three]);

    expect(await placeOf(three)).toEqual({ id, title: "Places", position: 2, of: 2 });
    expect(await placeOf(three, by(writer))).toEqual({ id, title: "Places", position: 3, of: 3 });
    expect(await placeOf(two, by(writer))).toEqual({ id, title: "Places", position: 2, of: 3 });
    const list = await app.call("GET", `/content?user_id=${writer.user_id}`);
    expect(list.body.find((item: { id: number }) => item.id === one).series).toEqual({
      id,
      title: "Places",
      position: 1,
      of: 2,
    });
  });

  it("names the items beside one, and follows every change of them", async () => {
    const [one, two, three] = [await published("One"), await published("Two"), await published("Three")];
    const id = await begin("Neighbours", [one, two, three]);
    const beside = async (item: number) => (await app.call("GET", `/content/${item}`)).body.beside;

    expect(await beside(two)).toEqual([
      { id: one, title: "One", position: 1 },
      { id: three, title: "Three", position: 3 },
    ]);
    await editItem(app, three, "Three, again");
    await decide(app, three, { reviewerId: admin.user_id, decision: "approved" });
    expect(await beside(two)).toContainEqual({ id: three, title: "Three, again", position: 3 });
    await app.call("PATCH", `/series/${id}`, by(writer, { items: [three, two, one] }));
    expect(await beside(three)).toEqual([{ id: two, title: "Two", position: 2 }]);
    await unpublish(app, two);
    expect(await beside(three)).toEqual([{ id: one, title: "One", position: 2 }]);
    await app.call("PATCH", `/series/${id}`, by(writer, { title: "Renamed" }));
    expect(await placeOf(three)).toMatchObject({ title: "Renamed", of: 2 });
    await app.call("DELETE", `/series/${id}`, by(writer));
    expect(await beside(three)).toBeUndefined();
    expect(await placeOf(three)).toBeNull();
  });

  it("does not exist for others while nothing of it is published, nor after its last item was withdrawn", async () => {
    const item = await published("Only");
    const empty = await begin("Empty");
    const id = await begin("Short", [item]);

    expect((await app.call("GET", `/series/${empty}`, by(other))).body.code).toBe("series_not_found");
    expect((await app.call("GET", `/series/${empty}`, by(writer))).body.items).toEqual([]);
    await app.call("DELETE", `/content/${item}`, by(writer));
    expect((await app.call("GET", `/series/${id}`)).status).toBe(404);
  });

  it("takes only its author's items, and 50 of them", async () => {
    const [own, foreign] = [await published("Own"), await published("Foreign", other.user_id)];
    const id = await begin("Rights", [own]);

    const refused = await app.call(
      "PATCH",
      `/series/${id}`,
      by(writer, { title: "No", items: [own, foreign] }),
    );
    expect(refused).toMatchObject({ status: 400, body: { details: [{ field: "items" }] } });
    expect((await app.call("GET", `/series/${id}`)).body).toMatchObject({ title: "Rights" });
    const many = Array.from({ length: limits.seriesItems + 1 }, (_, index) => index + 1);
    expect((await app.call("PATCH", `/series/${id}`, by(writer, { items: many }))).status).toBe(400);
  });

  it("is listed once something of it is public, page by page, and to its author before", async () => {
    const author = await registerMember(app, "TechWriter");
    const item = await published("Item", author.user_id);
    for (let number = 1; number <= limits.seriesPage + 1; number += 1)
      await begin(`Part ${number}`, [], author);
    const id = await begin("Public", [item], author);

    const mine = `/series?user_id=${author.user_id}`;
    expect((await app.call("GET", mine)).body).toMatchObject({ items: [{ id, count: 1 }], next: null });
    expect(idsIn((await app.call("GET", "/series")).body)).toContain(id);
    const own = (await app.call("GET", mine, by(author))).body;
    expect(own.items).toHaveLength(limits.seriesPage);
    const rest = (await app.call("GET", `${mine}&cursor=${own.next}`, by(author))).body;
    expect(rest).toMatchObject({ items: [{ title: "Part 2" }, { title: "Part 1" }], next: null });
  });
});

describe("writing an item", () => {
  const draftOf = (more: object) => ({
    title: "A title",
    body: "Some words.",
    category: 1,
    draft: true,
    ...more,
  });

  it("puts it into an own series, at the end, and takes it out again", async () => {
    const id = await begin("Written", [await published("Earlier")]);

    const { body: item } = await app.call("POST", "/content", by(writer, draftOf({ series: id })));
    expect(item.series).toEqual({ id, title: "Written", position: 2, of: 2 });
    const left = await app.call("PATCH", `/content/${item.id}`, by(writer, { series: null }));
    expect(left).toMatchObject({ status: 200, body: { series: null, revision: 1 } });
    const again = await app.call("PATCH", `/content/${item.id}`, by(writer, { series: null }));
    expect(again.body.code).toBe("nothing_changed");
    const form = await sendForm(app, "PATCH", `/content/${item.id}`, {
      token: writer.access_token,
      fields: { series: String(id) },
    });
    expect(form.body.series).toMatchObject({ id });
  });

  it("leaves a published item published when it joins a series", async () => {
    const [id, item] = [await begin("Joined"), await published("Stays")];

    const { body } = await app.call("PATCH", `/content/${item}`, by(writer, { series: id }));

    expect(body).toMatchObject({ status: "Published", series: { id, position: 1, of: 1 } });
    expect(body.pending_revision).toBeUndefined();
    expect((await app.call("GET", `/series/${id}`)).body.items).toHaveLength(1);
  });

  it("moves an item that is in another series already", async () => {
    const [item, beside] = [await published("Moves"), await published("Stays behind")];
    const [from, to] = [await begin("From", [item, beside]), await begin("To")];

    await app.call("PATCH", `/content/${item}`, by(writer, { series: to }));

    expect(idsIn((await app.call("GET", `/series/${from}`)).body)).toEqual([beside]);
    expect(await placeOf(beside)).toMatchObject({ position: 1, of: 1 });
    expect(idsIn((await app.call("GET", `/series/${to}`)).body)).toEqual([item]);
  });

  it("refuses somebody else's series and one that is not there, and writes nothing", async () => {
    const foreign = await begin("Foreign", [], other);
    for (const series of [foreign, 987_654_321]) {
      const { status, body } = await app.call(
        "POST",
        "/content",
        by(writer, draftOf({ title: "Lost", series })),
      );
      expect({ status, details: body.details }).toMatchObject({
        status: 400,
        details: [{ field: "series" }],
      });
    }
    const { body: items } = await app.call(
      "GET",
      `/content?user_id=${writer.user_id}&per_page=100`,
      by(writer),
    );
    expect(items.map(({ title }: { title: string }) => title)).not.toContain("Lost");
  });
});

describe("related items", () => {
  const related = async (id: number) =>
    (await app.call("GET", `/content/${id}/related`)).body.items.map(({ title }: { title: string }) => title);

  it("come from the series, the labels, the words of the title and the category, in this order", async () => {
    const make = (title: string, categoryId: number, appliesTo: string[] = []) =>
      makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id, title, categoryId, appliesTo });
    const item = await make("Quokka migrations", 5, ["postgresql 18"]);
    const inSeries = await make("Same series", 4);
    await make("Same label", 4, ["postgresql 18"]);
    await make("A quokka elsewhere", 4);
    await make("Same category", 5);
    await makeItem(app, {
      authorId: writer.user_id,
      status: "Pending",
      title: "Quokka drafts",
      categoryId: 5,
    });
    await begin("Quokkas", [item, inSeries]);

    const found = await related(item);

    expect(found).toEqual(["Same series", "Same label", "A quokka elsewhere", "Same category"]);
    await unpublish(app, inSeries);
    expect(await related(item)).not.toContain("Same series");
  });
});
