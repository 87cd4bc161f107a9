import { expect, test } from "vitest";
import { currentQueryClient } from "../query-client.ts";
import { takeNews } from "./news.ts";

const shown = { status: "Published", likes: 2, comments: 1, revision: 3 };
const watched = { id: 7, likes: 2, comments: 1, revision: 3 };

test.each([
  ["was liked", shown, [{ ...watched, likes: 3 }]],
  ["was commented on", shown, [{ ...watched, comments: 2 }]],
  ["has another revision", shown, [{ ...watched, revision: 4 }]],
  ["is no longer public", shown, []],
  ["was approved as its author was shown it", { ...shown, status: "Pending" }, [watched]],
])("an item that %s before it was watched is read again", (_case, item, items) => {
  expect(isReadAgain(item, items)).toBe(true);
});

test("an item that is as it was shown is not read again", () => {
  expect(isReadAgain(shown, [watched])).toBe(false);
});

/** Whether an item that is shown this way is read again, when watching begins with these. */
function isReadAgain(item: object, items: (typeof watched)[]): boolean {
  const client = currentQueryClient();
  const queryKey = ["an item"];
  client
    .getQueryCache()
    .build(client, { queryKey, meta: { live: ["item:7", "counts:7"] } })
    .setData(item);
  const news = takeNews();
  news.compare([7], items);
  news.stop();
  return client.getQueryState(queryKey)?.isInvalidated === true;
}
