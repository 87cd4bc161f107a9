import { emptyJournal } from "@tests/support/web/journal.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetJournal, forgetOthers, readJournal, writeFile, writeWords } from "./journal.ts";

const mine = { owner: 7, form: "new" };
const note = "cairn-journal.7.new";

beforeEach(emptyJournal);

describe("the journal of unsent input", () => {
  test("returns what it stored, only to its owner and for the same form", async () => {
    await writeWords(mine, { title: "Half" });
    expect((await readJournal(mine))?.values).toEqual({ title: "Half" });
    expect(await readJournal({ owner: 8, form: "new" })).toBeUndefined();
    expect(await readJournal({ owner: 7, form: "edit.4" })).toBeUndefined();
  });

  test("stores text synchronously, for a page that is closed before the write completes", async () => {
    void writeWords(mine, { title: "Half" });
    expect(window.localStorage.getItem(note)).toContain("Half");
    await emptyJournal();
    window.localStorage.setItem(note, '{"values":{"title":"Later"},"keptAt":"2026-11-20T08:00:00.000Z"}');
    expect((await readJournal(mine))?.values).toEqual({ title: "Later" });
  });

  test("removes the synchronous copy once the write completes", async () => {
    await writeWords(mine, { title: "Half" });
    expect(window.localStorage.getItem(note)).toBeNull();
  });

  test("stores the file of a form and its poster apart", async () => {
    await writeFile(mine, new File(["film"], "stones.mp4"));
    await writeFile(mine, new File(["still"], "stones.jpg"), "poster");
    await writeFile(mine, null);
    expect(await readJournal(mine)).toMatchObject({ file: null, poster: { name: "stones.jpg" } });
  });

  test("deletes everything that it stores for a form", async () => {
    await writeWords(mine, { title: "Half" });
    await writeFile(mine, new File(["still"], "stones.jpg"), "poster");
    window.localStorage.setItem(note, '{"values":{},"keptAt":"2026-11-20T08:00:00.000Z"}');
    await forgetJournal(mine);
    expect(await readJournal(mine)).toBeUndefined();
  });

  test("does not bring back what was sent when the page is left before it is deleted", async () => {
    await writeWords(mine, { title: "Half" });
    await writeFile(mine, new File(["x"], "stones.png"));
    const deletion = vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
      throw new DOMException("The page is gone.", "AbortError");
    });
    await forgetJournal(mine);
    // It may fail once more on the next page.
    expect(await readJournal(mine)).toBeUndefined();
    deletion.mockRestore();
    expect(await readJournal(mine)).toBeUndefined();
    await writeWords(mine, { title: "Next" });
    expect(await readJournal(mine)).toMatchObject({ values: { title: "Next" }, file: null });
  });

  test("deletes the entries of everybody but one owner", async () => {
    await writeWords(mine, { title: "Mine" });
    await writeWords({ owner: 70, form: "new" }, { title: "Another's" });
    window.localStorage.setItem("cairn-journal.70.new", '{"values":{},"keptAt":""}');
    await forgetOthers(7);
    expect((await readJournal(mine))?.values).toEqual({ title: "Mine" });
    expect(await readJournal({ owner: 70, form: "new" })).toBeUndefined();
  });

  test.each(["{broken", "null", '{"values":4,"keptAt":"x"}', '"text"'])(
    "treats %s as empty",
    async (stored) => {
      window.localStorage.setItem(note, stored);
      expect(await readJournal(mine)).toBeUndefined();
    },
  );
});
