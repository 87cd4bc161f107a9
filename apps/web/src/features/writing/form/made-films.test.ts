import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropMadeFilm, findMadeFilm, placeForFilm } from "./made-films.ts";

const day = 24 * 60 * 60 * 1000;

/** The origin private file system, of which a browser without a window has none. */
function folderOf(files: Map<string, File>) {
  const handleOf = (name: string) => ({
    kind: "file",
    getFile: async () => files.get(name),
    createWritable: async () => {
      const parts: BlobPart[] = [];
      return {
        write: async (part: BlobPart) => parts.push(part),
        close: async () => files.set(name, new File(parts, name)),
      };
    },
  });
  return {
    getDirectoryHandle: async () => folderOf(files),
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!create && !files.has(name)) throw new DOMException("", "NotFoundError");
      return handleOf(name);
    },
    removeEntry: async (name: string) => {
      if (!files.delete(name)) throw new DOMException("", "NotFoundError");
    },
    async *entries() {
      for (const name of [...files.keys()]) yield [name, handleOf(name)];
    },
  };
}

const files = new Map<string, File>();
beforeEach(() => {
  files.clear();
  class FileSystemFileHandle {
    createWritable() {}
  }
  vi.stubGlobal("FileSystemFileHandle", FileSystemFileHandle);
  vi.stubGlobal("navigator", { ...navigator, storage: { getDirectory: async () => folderOf(files) } });
});
afterEach(() => vi.unstubAllGlobals());

async function make(name: string, words: string) {
  const place = await placeForFilm(name);
  const writer = await place.write();
  await writer.write(words as never);
  await writer.close();
  return place;
}

test("a film that was made here is found by its name and size, and by no other", async () => {
  await make("talk (smaller).mp4", "film");
  expect(await (await findMadeFilm({ name: "talk (smaller).mp4", size: 4 }))?.text()).toBe("film");
  expect(await findMadeFilm({ name: "talk (smaller).mp4", size: 5 })).toBeNull();
  expect(await findMadeFilm({ name: "talk.mp4", size: 4 })).toBeNull();
});

test("it goes when it is not needed any more, and dropping what is not there does no harm", async () => {
  await make("talk (smaller).mp4", "film");
  await dropMadeFilm({ name: "talk (smaller).mp4" });
  await dropMadeFilm({ name: "talk.mp4" });
  expect([...files.keys()]).toEqual([]);
});

test("films of more than a week ago go when another is made", async () => {
  files.set("old.mp4", new File(["x"], "old.mp4", { lastModified: Date.now() - 8 * day }));
  files.set("new.mp4", new File(["x"], "new.mp4", { lastModified: Date.now() - 6 * day }));
  await make("talk (smaller).mp4", "film");
  expect([...files.keys()].sort()).toEqual(["new.mp4", "talk (smaller).mp4"]);
});

test("a browser without files of its own finds none", async () => {
  vi.stubGlobal("FileSystemFileHandle", undefined);
  expect(await findMadeFilm({ name: "talk.mp4", size: 4 })).toBeNull();
});
