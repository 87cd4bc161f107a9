import { expect, test } from "vitest";
import { asWork, currentWork, Work } from "../lib/work.ts";
import type { ChangedSources } from "./changes.ts";
import { LoadingCache } from "./loading-cache.ts";

/** For values that no change drops. */
const still = { changes: { on() {} }, madeOf: {} };

interface Text {
  text: string;
  from?: number;
}

/** Values that load only when the test says so. Their keys are items; `from` is the author of a value. */
function slowlyLoaded(most = 10) {
  let change: (sources: ChangedSources) => void = () => {};
  const stored = new Map<number, Text>();
  const asked: number[][] = [];
  let release: (() => void)[] = [];
  const kept = new LoadingCache<number, Text>({
    changes: {
      on(listener) {
        change = listener;
      },
    },
    madeOf: { key: ["item"], id: { user: ({ from = 0 }) => from }, all: ["list"] },
    most,
    load(keys) {
      asked.push([...keys]);
      const read = new Map([...stored].filter(([key]) => keys.includes(key)));
      return new Promise((resolve) => release.push(() => resolve(read)));
    },
  });
  const finish = () => {
    for (const resolve of release.splice(0)) resolve();
    release = [];
  };
  const write = (key: number, text: string, from?: number) =>
    stored.set(key, { text, ...(from && { from }) });
  const read = async (key: number) => {
    const value = kept.get(key);
    finish();
    return (await value)?.text;
  };
  return { kept, asked, finish, write, read, changed: (sources: ChangedSources) => change(sources) };
}

test("a value is loaded once, however many ask for it at the same moment and later", async () => {
  const { kept, asked, finish, write } = slowlyLoaded();
  write(1, "one");
  const values = [kept.get(1), kept.get(1), kept.all([1])];
  finish();
  expect(await values[0]).toEqual({ text: "one" });
  await Promise.all(values);
  await kept.get(1);
  expect(asked).toEqual([[1]]);
});

test("only what is missing is loaded, together", async () => {
  const { kept, asked, finish, write, read } = slowlyLoaded();
  for (const key of [1, 2, 3]) write(key, String(key));
  await read(2);
  const all = kept.all([3, 2, 1, 4]);
  finish();
  expect([...(await all).keys()].sort()).toEqual([1, 2, 3]);
  expect(asked).toEqual([[2], [3, 1, 4]]);
});

test("a value that two senders ask for takes the turns of both", async () => {
  let work = new Work();
  let finish = () => {};
  const kept = new LoadingCache<number, { text: string }>({
    ...still,
    most: 10,
    load: (keys) => {
      work = currentWork();
      return new Promise((resolve) => {
        finish = () => resolve(new Map(keys.map((key) => [key, { text: "here" }])));
      });
    },
  });
  const values = ["a", "b"].map((sender) => asWork(new Work(sender), () => kept.get(1)));
  expect(work.senders).toEqual(["a", "b"]);
  finish();
  expect(await Promise.all(values)).toEqual([{ text: "here" }, { text: "here" }]);
});

test.each<[string, ChangedSources]>([
  ["by its key", new Set(["item:1"])],
  ["with all others", new Set(["list"])],
  ["with all others, because nobody knows what changed", "all"],
  ["by what it may turn out to have", new Set(["user:7"])],
])(
  "a value that is dropped %s while it loads is not kept, and nobody who asks afterwards gets it",
  async (_how, sources) => {
    const { kept, finish, write, read, changed } = slowlyLoaded();
    write(1, "old", 7);
    const before = kept.get(1);
    write(1, "new", 7);
    changed(sources);
    const after = kept.get(1);
    finish();
    expect((await before)?.text).toBe("old");
    expect((await after)?.text).toBe("new");
    expect(await read(1)).toBe("new");
  },
);

test("a change drops the values that are made of it, and no others", async () => {
  const { asked, write, read, changed } = slowlyLoaded();
  for (const key of [1, 2, 3]) write(key, String(key), key + 10);
  const readAll = async () => {
    asked.length = 0;
    for (const key of [1, 2, 3]) await read(key);
    return asked.flat();
  };
  expect(await readAll()).toEqual([1, 2, 3]);
  for (const [sources, dropped] of [
    [["item:2"], [2]],
    [["user:13", "work:1", "counts:1", "user:99"], [3]],
    [
      ["item:1", "user:12"],
      [1, 2],
    ],
    [["comments:1"], []],
    [["item"], [1, 2, 3]],
    [["list"], [1, 2, 3]],
  ] as const) {
    changed(new Set(sources));
    expect([sources, await readAll()]).toEqual([sources, dropped]);
  }
  changed("all");
  expect(await readAll()).toEqual([1, 2, 3]);
});

test("a value that cannot be loaded fails for those who ask, and is asked for again", async () => {
  let isDown = true;
  const kept = new LoadingCache<number, { text: string }>({
    ...still,
    most: 10,
    load: async () => {
      if (isDown) throw new Error("away");
      return new Map([[1, { text: "one" }]]);
    },
  });
  await expect(kept.get(1)).rejects.toThrow("away");
  isDown = false;
  expect(await kept.get(1)).toEqual({ text: "one" });
});

test("no more values are kept than were allowed", async () => {
  const { asked, write, read } = slowlyLoaded(3);
  for (let key = 1; key <= 20; key += 1) {
    write(key, String(key));
    await read(key);
  }
  for (const key of [20, 19, 18, 17]) await read(key);
  expect(asked.slice(20)).toEqual([[17]]);
});

test("a load that is refused because of who began it is not refused to others who wait for it", async () => {
  const attacker = new Work("member 1");
  const refusal = new Error("too much of its sender waits");
  const kept = new LoadingCache<number, { text: string }>({
    ...still,
    most: 10,
    load: async (keys) => {
      if (currentWork().senders[0] === "member 1") throw refusal;
      return new Map(keys.map((key) => [key, { text: `of ${key}` }]));
    },
  });
  const first = asWork(attacker, () => kept.get(1));
  const joined = asWork(new Work("member 2"), () => kept.all([1, 2]));
  await expect(first).rejects.toBe(refusal);
  expect([...(await joined).values()].map(({ text }) => text)).toEqual(["of 1", "of 2"]);
});
