import { beforeEach, describe, expect, test } from "vitest";
import { emptyJournal } from "../../test/journal.ts";
import { forgetJournal, forgetOthers, readJournal, writeWords } from "./journal.ts";

const mine = { owner: 7, form: "new" };
const note = "cairn-journal.7.new";

beforeEach(emptyJournal);

describe("the journal of unsent work", () => {
  test("gives back what it was given, to its owner and for that form alone", async () => {
    await writeWords(mine, { title: "Half" });
    expect((await readJournal(mine))?.values).toEqual({ title: "Half" });
    expect(await readJournal({ owner: 8, form: "new" })).toBeUndefined();
    expect(await readJournal({ owner: 7, form: "edit.4" })).toBeUndefined();
  });

  test("has the words at once, for a page that is closed before they are written", async () => {
    void writeWords(mine, { title: "Half" });
    expect(window.localStorage.getItem(note)).toContain("Half");
    await emptyJournal();
    window.localStorage.setItem(note, '{"values":{"title":"Later"},"keptAt":"2026-11-20T08:00:00.000Z"}');
    expect((await readJournal(mine))?.values).toEqual({ title: "Later" });
  });

  test("leaves nothing beside itself once they are written", async () => {
    await writeWords(mine, { title: "Half" });
    expect(window.localStorage.getItem(note)).toBeNull();
  });

  test("forgets all that it has for a form", async () => {
    await writeWords(mine, { title: "Half" });
    window.localStorage.setItem(note, '{"values":{},"keptAt":"2026-11-20T08:00:00.000Z"}');
    await forgetJournal(mine);
    expect(await readJournal(mine)).toBeUndefined();
  });

  test("forgets everybody but one", async () => {
    await writeWords(mine, { title: "Mine" });
    await writeWords({ owner: 70, form: "new" }, { title: "Another's" });
    window.localStorage.setItem("cairn-journal.70.new", '{"values":{},"keptAt":""}');
    await forgetOthers(7);
    expect((await readJournal(mine))?.values).toEqual({ title: "Mine" });
    expect(await readJournal({ owner: 70, form: "new" })).toBeUndefined();
  });

  test.each(["{broken", "null", '{"values":4,"keptAt":"x"}', '"text"'])(
    "takes %s for nothing",
    async (stored) => {
      window.localStorage.setItem(note, stored);
      expect(await readJournal(mine)).toBeUndefined();
    },
  );
});
