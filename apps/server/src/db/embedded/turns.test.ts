import { expect, test } from "vitest";
import { DatabaseUnavailable } from "../errors.ts";
import { Turns } from "./turns.ts";

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test("turns are granted one at a time, in order of arrival, even after one fails", async () => {
  const turns = new Turns(1_000);
  const order: string[] = [];
  const { open, opened } = gate();

  const first = turns.take(async () => {
    await opened;
    order.push("first");
    throw new Error("failed");
  });
  const rest = ["second", "third"].map((name) => turns.take(async () => order.push(name)));
  open();

  await expect(first).rejects.toThrow("failed");
  await Promise.all(rest);
  expect(order).toEqual(["first", "second", "third"]);
});

test("a caller that has waited too long is refused, and does not delay the next one", async () => {
  const turns = new Turns(30);
  const { open, opened } = gate();
  const first = turns.take(() => opened);

  await expect(turns.take(async () => "never")).rejects.toThrow(DatabaseUnavailable);
  const next = turns.take(async () => "next");
  open();

  await first;
  await expect(next).resolves.toBe("next");
});

test("it signals when every waiting caller has had a turn", async () => {
  const turns = new Turns(1_000);
  const done: string[] = [];
  const { open, opened } = gate();
  const first = turns.take(() => opened);
  const second = turns.take(async () => done.push("second"));
  open();

  await turns.finished();

  expect(done).toEqual(["second"]);
  await Promise.all([first, second]);
});
