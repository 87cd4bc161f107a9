import { beforeEach, expect, test, vi } from "vitest";

const showNotification = vi.fn(async () => {});
const openWindow = vi.fn(async (_address: string) => null);
let tabs: { url: string; focus: () => Promise<void> }[] = [];
vi.stubGlobal("registration", { showNotification });
vi.stubGlobal("clients", { matchAll: async () => tabs, openWindow });
await import("./push.ts");

beforeEach(() => {
  showNotification.mockClear();
  openWindow.mockClear();
  tabs = [];
});

/** Resolves once the worker is done with the event. */
async function happen(type: string, facts: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  const waitUntil = (task: Promise<unknown>) => void work.push(task);
  globalThis.dispatchEvent(Object.assign(new Event(type), facts, { waitUntil }));
  await Promise.all(work);
}
const click = (url: unknown) => happen("notificationclick", { notification: { close() {}, data: { url } } });
const here = globalThis.location.origin;

test("a push is shown with its words, in the place of an earlier one about the same notice", async () => {
  const message = { id: 7, title: "Your post was approved", text: "Streams", url: "/posts/3" };
  await happen("push", { data: { json: () => message } });
  expect(showNotification.mock.calls).toEqual([
    ["Your post was approved", { body: "Streams", tag: "notice-7", data: { url: "/posts/3" } }],
  ]);
});

test("a push that cannot be read is shown all the same, because browsers demand it", async () => {
  const data = {
    json() {
      throw new SyntaxError("no JSON");
    },
  };
  await happen("push", { data });
  await happen("push", { data: null });
  expect(showNotification).toHaveBeenCalledTimes(2);
});

test("a press focuses the tab that shows it, else opens one, and never leads to another site", async () => {
  const focus = vi.fn(async () => {});
  tabs = [{ url: `${here}/posts/3`, focus }];
  await click("/posts/3");
  expect(focus).toHaveBeenCalledOnce();
  expect(openWindow).not.toHaveBeenCalled();
  await click("/posts/4");
  for (const url of ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", 7])
    await click(url);
  expect(openWindow.mock.calls.flat()).toEqual([`${here}/posts/4`, ...Array(4).fill(`${here}/`)]);
});
