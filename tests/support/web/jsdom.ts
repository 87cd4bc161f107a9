// jsdom has no IndexedDB.
import "fake-indexeddb/auto";
import { vi } from "vitest";

// What else jsdom lacks. It is put in place once for all files of a worker; what a test stubs lies over it.

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const clone = globalThis.structuredClone;

Object.assign(globalThis, {
  // There is no layout: nothing is ever resized or comes into view, and no media query fits.
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }),
  // user-event wants this part of it for radio buttons.
  CSS: { escape: (text: string) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`) },
  // Node can't clone the files of jsdom, and there is no need to: nobody changes them.
  structuredClone: (value: unknown) => (value instanceof Blob ? value : clone(value)),
});

Object.assign(URL, { createObjectURL: () => "blob:file", revokeObjectURL() {} });

Element.prototype.scrollIntoView = () => {};

// What the browser does by itself with a modal (trapping and returning focus) is left to the browser tests.
HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
  this.open = false;
};

/** What tests give properties of their own. */
const changeable: object[] = [navigator, URL, HTMLDialogElement.prototype, File.prototype];
const found = changeable.map((object) => [object, Object.getOwnPropertyDescriptors(object)] as const);
const { innerWidth, innerHeight, scrollX, scrollY } = window;

/** Puts back what the tests of a file have changed of the browser itself. */
export function restoreBrowser() {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  Object.assign(window, { innerWidth, innerHeight, scrollX, scrollY });
  for (const [object, properties] of found) {
    for (const key of Reflect.ownKeys(object))
      if (!Object.hasOwn(properties, key)) Reflect.deleteProperty(object, key);
    Object.defineProperties(object, properties);
  }
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
}

/** Empties the databases; they stay open, because the modules that use them do. */
export async function emptyDatabases() {
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined) await emptyDatabase(name);
  }
}

const emptyDatabase = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const stores = [...database.objectStoreNames];
      if (stores.length === 0) return resolve(database.close());
      const transaction = database.transaction(stores, "readwrite");
      for (const store of stores) transaction.objectStore(store).clear();
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => resolve(database.close());
    };
  });
