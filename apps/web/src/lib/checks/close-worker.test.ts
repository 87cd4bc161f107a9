import { expect, test } from "vitest";
import { closeWorker } from "./close-worker.ts";

/** What a worker has: own names, and names of the interfaces that it inherits. */
function makeScope(more: PropertyDescriptorMap = {}) {
  const inherited = Object.create(Object.create(Object.prototype, names("addEventListener")), {
    ...names("indexedDB", "caches", "navigator", "constructor"),
  });
  return Object.create(inherited, {
    ...names("fetch", "WebSocket", "eval", "Worker", "BroadcastChannel", "JSON", "setTimeout"),
    ...names("somethingThatBrowsersGetLater"),
    ...more,
  });
}

const names = (...all: string[]): PropertyDescriptorMap =>
  Object.fromEntries(all.map((name) => [name, { value: () => name, configurable: true }]));

test("only what is JavaScript's own, or needed by Python, stays in a closed worker", () => {
  const scope = makeScope({ PERSISTENT: { value: 1 } });
  closeWorker(scope);
  const left: string[] = [];
  for (let holder = scope; holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    left.push(...Object.getOwnPropertyNames(holder));
  }
  expect(left.sort()).toEqual(["JSON", "PERSISTENT", "setTimeout"]);
});

test("a worker that cannot be closed runs nothing", () => {
  const scope = makeScope({ sharedStorage: { value: {}, configurable: false } });
  expect(() => closeWorker(scope)).toThrow("sharedStorage cannot be taken away");
});
