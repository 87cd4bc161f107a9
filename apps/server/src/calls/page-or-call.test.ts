import { expect, test } from "vitest";
import { wishOf } from "./page-or-call.ts";

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "page"],
  ["text/*", "page"],
  ["TEXT/HTML; Charset=UTF-8", "page"],
  ["application/*;q=0.1, */*", "page"],
  ["application/json;q=0, */*", "page"],
  ["text/html, application/json", "page"],
  [undefined, "either"],
  ["", "either"],
  ["*/*", "either"],
  ["*/*;q=0", "either"],
  ["image/avif,image/webp,*/*;q=0.8", "either"],
  ["application/ld+json", "either"],
  [
    'application/ld+json; profile="https://www.w3.org/ns/activitystreams, a;q=1", application/activity+json',
    "either",
  ],
  ["application/activity+json, text/html;q=0.5", "page"],
  ["application/json;q=0.001, image/*", "data"],
  ["application/atom+xml, application/rss+xml", "either"],
  ["text/html;q=NaN, ,/", "either"],
  ['application/json;;;,;="', "data"],
  ["application/json", "data"],
  ["Application/JSON; charset=utf-8", "data"],
  ["application/json;odata=verbose;q=0.4", "data"],
  ["application/json, text/plain, */*", "data"],
  ["application/*", "data"],
  ["text/html;q=0.5, application/json", "data"],
  ["application/json, text/html", "data"],
  ["text/html;q=0, */*", "data"],
] as const)("Accept %j wishes for: %s", (accept, wish) => {
  expect(wishOf(accept)).toBe(wish);
});
