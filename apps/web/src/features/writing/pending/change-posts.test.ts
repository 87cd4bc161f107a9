import { closedGate } from "@tests/support/web/gate.ts";
import { samplePost, storedPosts, storePosts } from "@tests/support/web/pending-posts.ts";
import { afterEach, expect, test, vi } from "vitest";
import { readPost } from "./pending-post.ts";
import { addPost, changePost, NoRoomError, removePost } from "./pending-posts.ts";

const draft = (title: string) => {
  const [post] = readPost(samplePost({ title }));
  if (!post) throw new Error("The sample is no post.");
  const { id: _, ...rest } = post;
  return rest;
};

const titles = () => storedPosts().map((post) => post?.title);

afterEach(() => {
  Reflect.deleteProperty(navigator, "locks");
});

/** One holder at a time, as the browser has it over all tabs. */
function stubLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const asked: string[] = [];
  const request = (name: string, task: () => Promise<unknown>) => {
    asked.push(name);
    last = last.then(task);
    return last;
  };
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
  return { asked, whenFree: () => last };
}

test("a post is added to the current list, not to the one that its tab last read", async () => {
  const locks = stubLocks();
  const otherTab = closedGate();
  void navigator.locks.request("cairn-pending-posts", () => otherTab.opened);
  const added = addPost(draft("From this tab"));
  storePosts(samplePost({ title: "From the other" }));
  otherTab.open();
  await added;
  expect(titles()).toEqual(["From the other", "From this tab"]);
  expect(new Set(locks.asked)).toEqual(new Set(["cairn-pending-posts"]));
  await locks.whenFree();
});

test("the next tab waits until the written list is visible to the others", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  stubLocks();
  await addPost(draft("First"));
  const second = addPost(draft("Second"));
  await Promise.resolve();
  expect(titles()).toEqual(["First"]);
  await vi.runAllTimersAsync();
  await second;
  expect(titles()).toEqual(["First", "Second"]);
});

test("two posts of the same millisecond have different ids", async () => {
  vi.useFakeTimers({ now: 1_763_600_000_000, toFake: ["Date"] });
  const ids = await Promise.all([addPost(draft("One")), addPost(draft("Other"))]);
  expect(ids).toEqual(["1763600000000", "1763600000001"]);
});

test("untouched entries stay as they are, readable or not", async () => {
  storePosts(null, "text", samplePost({ id: 1, of: "another program" }), samplePost({ id: "2" }));
  await changePost("1", () => ({ title: "Changed" }));
  await removePost("2");
  expect(storedPosts()).toEqual([
    null,
    "text",
    samplePost({ id: 1, of: "another program", title: "Changed" }),
  ]);
});

test("a list that does not fit is refused, and the previous one stays", async () => {
  storePosts(samplePost());
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  await expect(addPost(draft("Too much"))).rejects.toThrow(NoRoomError);
  expect(titles()).toEqual(["Accessible forms"]);
});

test("an unreadable list is not overwritten when there is no room to set it aside", async () => {
  window.localStorage.setItem("pendingPosts", "{broken");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  await expect(addPost(draft("New"))).rejects.toThrow(NoRoomError);
  expect(window.localStorage.getItem("pendingPosts")).toBe("{broken");
});
