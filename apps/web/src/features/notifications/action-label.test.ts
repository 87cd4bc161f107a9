import { expect, test } from "vitest";
import { splitAction } from "./notice.ts";

test.each([
  ["Caching, slowly [Watch Now]", "Caching, slowly", "Watch Now"],
  ["[Read Article]", "", "Read Article"],
  ["Arrays (1) [ View Comment ] ", "Arrays (1)", "View Comment"],
  ["How a[0] works [View Post]", "How a[0] works", "View Post"],
  ["Press [Reply] to answer", "Press to answer", "Reply"],
])("of %j the bracketed words label the action", (subMessage, text, label) => {
  expect(splitAction(subMessage)).toEqual({ text, label });
});

test.each(["", "No label here", "Empty []", "Empty [ ]", "Half [open"])("%j has the label 'View'", (text) => {
  expect(splitAction(text)).toEqual({ text, label: "View" });
});
