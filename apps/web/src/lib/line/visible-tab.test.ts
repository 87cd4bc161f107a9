import { openLines } from "@tests/support/web/fake-socket.ts";
import { expect, test, vi } from "vitest";
import { currentQueryClient } from "../query-client.ts";
import { joinLine } from "./line.ts";

function show(isShown: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(!isShown);
  document.dispatchEvent(new Event("visibilitychange"));
}

async function connect() {
  const [line] = await vi.waitUntil(() => openLines().length > 0 && openLines());
  if (!line) throw new Error("No live line is open.");
  line.connected = true;
  line.tell("connect");
  return line;
}

test("a tab holds its line while it is visible, and reads again what it shows when it is shown again", async () => {
  const client = currentQueryClient();
  const queryKey = ["comments of 7"];
  client
    .getQueryCache()
    .build(client, { queryKey, meta: { live: ["comments:7"] } })
    .setData([]);
  const isReadAgain = () => client.getQueryState(queryKey)?.isInvalidated;

  const leave = joinLine();
  const line = await connect();
  expect(isReadAgain()).toBe(false);
  show(false);
  expect(line.isClosed).toBe(true);
  show(true);
  await connect();
  expect(isReadAgain()).toBe(true);
  leave();
  expect(openLines()).toEqual([]);
});
