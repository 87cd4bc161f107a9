import { expect, test } from "vitest";
import { MessageGroups } from "./message-groups.ts";

const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);

function message(type: string, body = ""): Buffer {
  const bytes = Buffer.from(`${type}\0\0\0\0${body}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

const prepared = Buffer.concat([message("P", "select 1"), message("B"), message("E"), message("S")]);
const simple = message("Q", "select 2");

const texts = (groups: Uint8Array[]) => groups.map((group) => Buffer.from(group).toString("latin1"));

test("the startup message is the first group, although it has no type", () => {
  expect(texts(new MessageGroups().push(startup))).toEqual(texts([startup]));
});

test("a group ends with a Sync or with a simple query", () => {
  const groups = new MessageGroups();
  groups.push(startup);

  expect(texts(groups.push(Buffer.concat([prepared, simple, prepared])))).toEqual(
    texts([prepared, simple, prepared]),
  );
});

test("groups are the same however their bytes are split", () => {
  const bytes = Buffer.concat([startup, prepared, simple, prepared]);
  for (const size of [1, 2, 3, 5, 7, 11, 64]) {
    const groups = new MessageGroups();
    const found: Uint8Array[] = [];
    for (let start = 0; start < bytes.length; start += size) {
      found.push(...groups.push(bytes.subarray(start, start + size)));
    }
    expect(texts(found)).toEqual(texts([startup, prepared, simple, prepared]));
  }
});

test("messages after the client's Terminate are ignored", () => {
  const groups = new MessageGroups();
  groups.push(startup);

  expect(groups.push(Buffer.concat([simple, message("X"), simple]))).toHaveLength(1);
  expect(groups.terminated).toBe(true);
});
