// jsdom has no IndexedDB.
import "fake-indexeddb/auto";
import { Blob as NodeBlob, File as NodeFile } from "node:buffer";
import { vi } from "vitest";

// What else jsdom lacks. It is put in place once for all files of a worker; what a test stubs lies over it.

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const clone = globalThis.structuredClone;

const PageBlob = Blob;
const PageFormData = FormData;
const NodeFormData = (await new Response(new URLSearchParams()).formData()).constructor as typeof FormData;

/** Node's fetch takes files and forms of Node's own alone. The fields of a form element are what jsdom reads of it. */
class FetchedFormData extends NodeFormData {
  constructor(form?: HTMLFormElement) {
    super();
    for (const [name, value] of form ? new PageFormData(form) : [])
      if (typeof value === "string") this.append(name, value);
  }
}

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
  Blob: NodeBlob,
  File: NodeFile,
  FormData: FetchedFormData,
  // Node 20 can't clone files, and there is no need to: nobody changes them.
  structuredClone: (value: unknown) => (value instanceof Blob ? value : clone(value)),
});

Object.assign(URL, { createObjectURL: () => "blob:file", revokeObjectURL() {} });

Element.prototype.scrollIntoView = () => {};

// jsdom's readers take jsdom's files alone.
for (const name of ["readAsArrayBuffer", "readAsDataURL", "readAsText"] as const) {
  const read = FileReader.prototype[name];
  FileReader.prototype[name] = async function (this: FileReader, file: Blob) {
    read.call(this, new PageBlob([await file.arrayBuffer()], { type: file.type }));
  };
}

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
