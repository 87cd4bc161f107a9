import { promisifyRequest } from "idb-keyval";

/**
 * What is stored on this device for reading offline, and what the reader chose to keep. The pages and the service worker
 * share it.
 */

/** `page`: HTML; `call`: an answer of the API; `media`: a film, a recording or a file, kept only when asked, and captions. */
export type KeptKind = "page" | "call" | "picture" | "media";

/** One answer of the server. */
export interface Kept {
  /** See `keyOf`. */
  key: string;
  /** The member whose answer it is; 0: the same for everybody. */
  owner: number;
  /** Path and query. */
  url: string;
  kind: KeptKind;
  /** What it is part of, such as `posts/7`; null: of nothing that can be kept as a whole. */
  part: string | null;
  /** Of an item, an author or a series. */
  title: string | null;
  /** When the server answered, in milliseconds since 1970. */
  at: number;
  /** Of the body, in bytes. */
  size: number;
  headers: [name: string, value: string][];
  /** Of a page: the address of the script that it starts with. */
  entry?: string;
}

export interface KeptFile {
  url: string;
  /** MIME type. */
  type: string;
  /** In bytes. */
  size: number;
}

/** What is kept on purpose; everything else was opened, and goes first. */
export interface Choices {
  /** Ids of the items that the member saved (docs/rules.md#reading-places). */
  saved: number[];
  /** Series that are kept on this device, with the ids of their items. */
  series: Record<number, number[]>;
  /** Ids of items whose film, recording or file is kept too. */
  whole: number[];
  /** Ids of saved items that were cleared from this device. */
  left: number[];
  /** The films, recordings and files of kept items, by the item's id. */
  files: Record<number, KeptFile>;
}

/** Who uses this device. `epoch` changes with the member: an answer that was asked for before is not kept. */
export interface Who {
  /** The signed-in member's id; null for a visitor. */
  owner: number | null;
  epoch: number;
}

export const keyOf = (owner: number, url: string) => `${owner} ${url}`;

const noChoices: Choices = { saved: [], series: {}, whole: [], left: [], files: {} };
const nobody: Who = { owner: null, epoch: 0 };

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  if (opened) return opened;
  const request = indexedDB.open("cairn-device", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("kept", { keyPath: "key" });
    // Apart, so that a list reads no bodies.
    request.result.createObjectStore("bodies");
    request.result.createObjectStore("facts");
  };
  opened = promisifyRequest(request);
  opened.then((database) => {
    database.onclose = reopen;
  }, reopen);
  return opened;
}

function reopen() {
  opened = undefined;
}

type Stores = Record<"kept" | "bodies" | "facts", IDBObjectStore>;

/** Runs one transaction over everything. `work` must make its requests without waiting for anything else. */
async function transact<Value>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Value> | Value,
): Promise<Value> {
  const transaction = (await open()).transaction(["kept", "bodies", "facts"], mode);
  const [kept, bodies, facts] = ["kept", "bodies", "facts"].map((name) => transaction.objectStore(name));
  const finished = promisifyRequest(transaction);
  const value = await work({ kept, bodies, facts } as Stores);
  await finished;
  return value;
}

const whoIn = async ({ facts }: Stores): Promise<Who> => (await promisifyRequest(facts.get("who"))) ?? nobody;

export const readWho = (): Promise<Who> => transact("readonly", whoIn);

/** Says who uses this device from now on, and deletes the previous member's data (docs/rules.md#stored-on-the-device). */
export const changeOwner = (owner: number | null): Promise<void> =>
  transact("readwrite", async (stores) => {
    const who = await whoIn(stores);
    if (who.owner !== owner) beginAnew(stores, { ...who, owner });
  });

/** Removes everything that was kept and chosen. What is being fetched now is not kept either. */
export const clearAll = (): Promise<void> =>
  transact("readwrite", async (stores) => beginAnew(stores, await whoIn(stores)));

function beginAnew({ kept, bodies, facts }: Stores, who: Who) {
  for (const store of [kept, bodies, facts]) store.clear();
  facts.put({ ...who, epoch: who.epoch + 1 } satisfies Who, "who");
}

/**
 * Keeps an answer in the place of the one before.
 * @returns whether it did: not if somebody else uses the device since `epoch`, or it is another member's.
 */
export const put = (entry: Kept, body: Blob, epoch: number): Promise<boolean> =>
  transact("readwrite", async (stores) => {
    const who = await whoIn(stores);
    if (who.epoch !== epoch || (entry.owner !== 0 && entry.owner !== who.owner)) return false;
    stores.kept.put(entry);
    stores.bodies.put(body, entry.key);
    return true;
  });

/** The first of these keys that is there. */
export const find = (keys: readonly string[]): Promise<{ entry: Kept; body: Blob } | undefined> =>
  transact("readonly", async ({ kept, bodies }) => {
    for (const key of keys) {
      const entry = await promisifyRequest<Kept | undefined>(kept.get(key));
      const body = entry && (await promisifyRequest<Blob | undefined>(bodies.get(key)));
      if (entry && body) return { entry, body };
    }
    return undefined;
  });

/** What is known about a kept answer, without its body. */
export const readEntry = (key: string): Promise<Kept | undefined> =>
  transact("readonly", ({ kept }) => promisifyRequest<Kept | undefined>(kept.get(key)));

/** Everything that is kept, without the bodies. */
export const list = (): Promise<Kept[]> =>
  transact("readonly", ({ kept }) => promisifyRequest<Kept[]>(kept.getAll()));

export const remove = (keys: readonly string[]): Promise<void> =>
  transact("readwrite", ({ kept, bodies }) => {
    for (const key of keys) {
      kept.delete(key);
      bodies.delete(key);
    }
  });

/** Removes all that is part of this, for everybody. */
export async function removePart(part: string): Promise<void> {
  const entries = await list();
  await remove(entries.flatMap((entry) => (entry.part === part ? entry.key : [])));
}

const choicesIn = async ({ facts }: Stores): Promise<Choices> =>
  (await promisifyRequest<Choices | undefined>(facts.get("choices"))) ?? noChoices;

export const readChoices = (): Promise<Choices> => transact("readonly", choicesIn);

export const changeChoices = (change: (choices: Choices) => Partial<Choices>): Promise<Choices> =>
  transact("readwrite", async (stores) => {
    const before = await choicesIn(stores);
    const after = { ...before, ...change(before) };
    stores.facts.put(after, "choices");
    return after;
  });
