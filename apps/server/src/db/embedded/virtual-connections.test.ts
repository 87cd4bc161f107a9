import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BackendBroken, VirtualConnections } from "./virtual-connections.ts";

const startup = Uint8Array.of(0, 0, 0, 8, 0, 3, 0, 0);

function query(text: string): Uint8Array {
  const bytes = Buffer.from(`Q\0\0\0\0${text}\0`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

/** A backend that remembers what it ran and knows BEGIN, COMMIT and ROLLBACK. */
let ran: string[];
let answered: number[];
let isOpen: boolean;
let connections: VirtualConnections;
beforeEach(() => {
  ran = [];
  answered = [];
  isOpen = false;
  connections = new VirtualConnections(
    (group, connection) => {
      const text = Buffer.from(group.subarray(5, -1)).toString();
      ran.push(`${connection}: ${text}`);
      if (text === "hang up") return Uint8Array.of(1, 2, 3);
      if (text === "BEGIN") isOpen = true;
      if (text === "COMMIT" || text === "ROLLBACK") isOpen = false;
      return Uint8Array.of(...Buffer.from("Z"), 0, 0, 0, 5, ...Buffer.from(isOpen ? "T" : "I"));
    },
    (connection) => answered.push(connection),
  );
  for (const connection of [1, 2, 3]) {
    connections.open(connection);
    connections.receive(connection, startup);
  }
  answered = [];
});

const send = (connection: number, ...texts: string[]) => {
  for (const text of texts) connections.receive(connection, query(text));
};

test("the backend never sees a startup message: its single session has already started", () => {
  expect(ran).toEqual([]);
});

test("statements run in order of arrival and each answer goes to its sender", () => {
  send(1, "a");
  send(2, "b");
  send(1, "c");

  expect(ran).toEqual(["1: a", "2: b", "1: c"]);
  expect(answered).toEqual([1, 2, 1]);
});

test("while one connection is inside a transaction the others wait, then continue in order of arrival", () => {
  send(1, "BEGIN");
  send(2, "early");
  send(3, "late");
  send(1, "work", "COMMIT");

  expect(ran).toEqual(["1: BEGIN", "1: work", "1: COMMIT", "2: early", "3: late"]);
});

test("a connection that closes inside a transaction is rolled back, and the others continue", () => {
  send(1, "BEGIN");
  send(2, "waiting");
  connections.close(1);

  expect(ran).toEqual(["1: BEGIN", "1: ROLLBACK", "2: waiting"]);
  expect(answered).toEqual([1, 2]);
});

test("a Terminate message closes the connection", () => {
  send(1, "BEGIN");
  connections.receive(1, Buffer.from("X\0\0\0\x04"));

  expect(ran).toEqual(["1: BEGIN", "1: ROLLBACK"]);
});

test("statements that a closed connection still had queued never run", () => {
  send(1, "BEGIN");
  send(2, "never");
  connections.close(2);
  send(1, "COMMIT");

  expect(ran).toEqual(["1: BEGIN", "1: COMMIT"]);
});

test("an incomplete answer is not passed on: the backend is discarded", () => {
  expect(() => send(1, "hang up")).toThrow(BackendBroken);
  expect(answered).toEqual([]);
});

describe("commits that follow one another", () => {
  /** What happened, in order. */
  let events: string[];
  /** Statements that arrive while the first one runs. */
  let arriving: string[];
  let isOwed: boolean;
  let disk: () => void;
  let sharing: VirtualConnections;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    events = [];
    arriving = [];
    isOwed = false;
    disk = () => {};
    sharing = new VirtualConnections(
      (group) => {
        const text = Buffer.from(group.subarray(5, -1)).toString();
        events.push(text);
        if (text.startsWith("write")) isOwed = true;
        if (text.includes("slowly")) vi.advanceTimersByTime(50);
        return Uint8Array.of(...Buffer.from("Z"), 0, 0, 0, 5, ...Buffer.from("I"));
      },
      () => events.push("answer"),
      {
        isOwed: () => isOwed,
        settle() {
          disk();
          events.push("sync");
          isOwed = false;
        },
        takeIn() {
          for (const text of arriving.splice(0)) sharing.add(text.endsWith("2") ? 2 : 1, query(text));
        },
      },
    );
    for (const connection of [1, 2]) {
      sharing.open(connection);
      sharing.receive(connection, startup);
    }
    events = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("share a sync, and none is answered before it", () => {
    arriving = ["write b", "write c"];
    sharing.receive(1, query("write a"));
    expect(events).toEqual(["write a", "write b", "write c", "sync", "answer", "answer", "answer"]);
  });

  test("a commit is synced and answered at once unless more statements are queued", () => {
    sharing.receive(1, query("write a"));
    sharing.receive(1, query("write b"));
    expect(events).toEqual(["write a", "sync", "answer", "write b", "sync", "answer"]);
  });

  test("what only reads is answered without a sync, unless it may have seen a commit that is not on the disk", () => {
    arriving = ["write a", "read b"];
    sharing.receive(1, query("read a"));
    expect(events).toEqual(["read a", "answer", "write a", "read b", "sync", "answer", "answer"]);
  });

  test("a slow statement ends the sharing: those before it do not wait for those after it", () => {
    arriving = ["read slowly", "write b"];
    sharing.receive(1, query("write a"));
    expect(events).toEqual([
      "write a",
      "read slowly",
      "sync",
      "answer",
      "answer",
      "write b",
      "sync",
      "answer",
    ]);
  });

  test("do not wait for what another connection does, which may be maintenance", () => {
    arriving = ["vacuum by 2", "write b"];
    sharing.receive(1, query("write a"));
    expect(events).toEqual([
      "write a",
      "sync",
      "answer",
      "vacuum by 2",
      "answer",
      "write b",
      "sync",
      "answer",
    ]);
  });

  test("nothing is answered if the disk fails", () => {
    arriving = ["write b"];
    disk = () => {
      throw new Error("the disk failed");
    };
    expect(() => sharing.receive(1, query("write a"))).toThrow("the disk failed");
    expect(events).toEqual(["write a", "write b"]);
  });
});
