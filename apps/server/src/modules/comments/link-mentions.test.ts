import { expect, test } from "vitest";
import { linkMentions } from "./link-mentions.ts";

test("mentions lead to the pages of those who have one, but not in code and links", () => {
  const jo = { id: 1, name: "Jo", hasPage: true };
  const doe = { id: 2, name: "Jo Doe & Son", hasPage: true };
  const lee = { id: 3, name: "Lee", hasPage: false };
  const html = '<p>@Jo Doe &amp; Son, @Jo and @Lee: <code>@Jo</code> <a href="https://x.test">@Jo</a></p>';
  expect(linkMentions(html, [jo, doe, lee])).toBe(
    '<p><a href="/authors/2">@Jo Doe &amp; Son</a>, <a href="/authors/1">@Jo</a> and @Lee: ' +
      '<code>@Jo</code> <a href="https://x.test">@Jo</a></p>',
  );
});
