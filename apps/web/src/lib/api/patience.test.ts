import { listContent } from "@cairn/contract";
import { expect, test, vi } from "vitest";
import { createApi } from "./api.ts";

const exits = { sessionLost: () => {}, loginSuggested: () => {}, emailUnconfirmed: () => {} };

test("a call waits for its answer as long as it takes: the site sets no timeout", async () => {
  vi.useFakeTimers();
  let answer = (_: Response) => {};
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  const settled = vi.fn();
  const call = createApi({ base: "/api", locks: undefined, exits }).call(listContent, {});
  void call.finally(settled);

  await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
  expect(settled).not.toHaveBeenCalled();
  // A signal could carry a timeout that no clock of ours moves.
  expect(asked.mock.calls.map(([, init]) => init?.signal)).toEqual([undefined]);

  answer(Response.json([]));
  expect(await call).toEqual([]);
});
