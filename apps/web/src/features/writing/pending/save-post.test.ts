import { emptyFiles, files } from "@tests/support/web/kept-files.ts";
import { samplePost, storedPosts, storePosts } from "@tests/support/web/pending-posts.ts";
import { get, keys, set } from "idb-keyval";
import { beforeEach, expect, test, vi } from "vitest";
import type { OutboxEntry } from "../../../lib/outbox/entry.ts";
import { unsent } from "../../../lib/outbox/unsent.ts";
import { sweepFiles } from "./media-files.ts";
import { readPost } from "./pending-post.ts";
import { NoRoomError } from "./pending-posts.ts";
import { createPost, deletePost, InFlightError, type PostDraft, savePost } from "./save-post.ts";

beforeEach(async () => {
  unsent.set([]);
  await emptyFiles();
});

const film = (bytes: number) => new File([new Uint8Array(bytes)], "film.mp4", { type: "video/mp4" });
const large = 1_500_000;

const draft = (more: Partial<PostDraft> = {}): PostDraft => ({
  title: "Stones",
  body: "How to stack them.",
  category: { id: 2, name: "Cyber Security" },
  summary: null,
  cover: null,
  appliesTo: null,
  series: null,
  language: null,
  captioning: null,
  media: null,
  ...more,
});

const fileNames = () => keys<string>(files());

const full = () => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
};

/** Local storage that refuses what is longer; IndexedDB has room. */
const refuseLonger = (length: number) => {
  const setItem = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
    if (value.length > length) full();
    setItem.call(this, key, value);
  });
};

test("a small file that local storage refuses is stored beside the post", async () => {
  refuseLonger(1000);
  await createPost(draft({ media: film(5000) }), null);
  const [post] = storedPosts();
  expect(post).toMatchObject({ media_url: null, content_type: "Video" });
  expect(await get(String(post?.media_key), files())).toBeInstanceOf(Blob);
});

test("small files are stored beside their posts once the posts take half of local storage", async () => {
  storePosts(samplePost({ body: "x".repeat(2_499_000) }));
  await createPost(draft({ media: film(5000) }), null);
  expect(storedPosts()[1]).toMatchObject({ media_url: null, media_key: expect.any(String) });
});

test("a post whose file fits nowhere is refused, and nothing is lost or left behind", async () => {
  storePosts(samplePost());
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(full);
  await expect(createPost(draft({ media: film(large) }), null)).rejects.toThrow(NoRoomError);
  expect(storedPosts()).toEqual([samplePost()]);
});

test("a file whose post can't be written is removed", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(full);
  await expect(createPost(draft({ media: film(large) }), null)).rejects.toThrow(NoRoomError);
  expect(await fileNames()).toEqual([]);
});

test("a new file replaces the previous one, and a deleted post leaves no file", async () => {
  const id = await createPost(draft({ media: film(large) }), null);
  const before = await fileNames();
  await savePost(id, draft({ media: film(large) }), null);
  const after = await fileNames();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect(storedPosts()[0]?.media_key).toBe(after[0]);
  const [post] = readPost(storedPosts()[0]);
  if (post) await deletePost(post);
  expect(await fileNames()).toEqual([]);
  expect(storedPosts()).toEqual([]);
});

test("saving a post that was deleted meanwhile restores it", async () => {
  await savePost("5", draft(), 7);
  expect(storedPosts()).toMatchObject([{ title: "Stones", owner_id: 7, status: "Pending" }]);
});

test("saving a sent post without changes does not mark it as changed", async () => {
  const sent = samplePost({ id: 1, content_id: 41, owner_id: 7, status: "Published" });
  storePosts(sent);
  const { title, body, category_name: name } = sent;
  const same = {
    title,
    body,
    category: { id: 1, name },
    summary: null,
    cover: null,
    appliesTo: null,
    series: null,
    language: null,
    captioning: null,
    media: "as it is" as const,
  };
  await savePost("1", same, 7);
  expect(storedPosts()).toEqual([sent]);
  await savePost("1", { ...same, title: "Another" }, 7);
  expect(storedPosts()[0]).toMatchObject({ title: "Another", status: "Pending", changed: true });
});

test("captions that change mark a sent post as changed, and the same ones do not", async () => {
  const captioning = { captions: "", chapters: "0:00 Stones", noSpeech: false };
  storePosts(samplePost({ id: 1, content_id: 41, owner_id: 7, status: "Published", captioning }));
  const { title, body, category_name: name } = samplePost();
  const same = draft({ title, body, category: { id: 1, name }, captioning, media: "as it is" });
  await savePost("1", same, 7);
  expect(storedPosts()[0]?.changed).toBeUndefined();
  await savePost("1", { ...same, captioning: { ...captioning, noSpeech: true } }, 7);
  expect(storedPosts()[0]).toMatchObject({ changed: true, captioning: { noSpeech: true } });
});

test("a post that is being sent can't be changed", async () => {
  storePosts(samplePost({ id: 1 }));
  unsent.set([{ about: "post:1", state: "waiting" } as OutboxEntry]);
  await expect(savePost("1", draft({ media: film(large) }), 7)).rejects.toThrow(InFlightError);
  expect(storedPosts()[0]?.title).toBe("Accessible forms");
  expect(await fileNames()).toEqual([]);
});

test("files without a post are removed, unless they are new or named in an unreadable list", async () => {
  const at = (time: number, name: string) => `${time}-${name}`;
  const named = at(1, "named");
  const aside = at(1, "aside");
  const fresh = at(Date.now(), "fresh");
  for (const key of [named, aside, fresh, at(1, "orphan")]) await set(key, film(1), files());
  storePosts(samplePost({ media_key: named, owner_id: 8 }));
  window.localStorage.setItem("pendingPosts.bad", `{broken ${aside}`);
  await sweepFiles();
  expect((await fileNames()).sort()).toEqual([named, aside, fresh].sort());
});
