import type { CallOptions, TestApp } from "./app.ts";

/** Every item of a list, from cursor to cursor. */
export async function readAll<Item>(
  app: TestApp,
  url: string,
  options: CallOptions = {},
  afterPage: (page: Item[]) => Promise<unknown> = async () => {},
): Promise<Item[]> {
  const items: Item[] = [];
  let next = "";
  do {
    const { body, headers } = await app.call("GET", url + next, options);
    const page: Item[] = body.items ?? body;
    items.push(...page);
    const cursor = body.next ?? headers["x-next-cursor"] ?? null;
    next = cursor && `${url.includes("?") ? "&" : "?"}cursor=${cursor}`;
    await afterPage(page);
  } while (next);
  return items;
}
