import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { CleanHtml } from "../../ui/CleanHtml.tsx";
import { TextContents } from "./TextContents.tsx";

const headings =
  '<h2 id="text-a-b" dir="auto">A &amp; <code dir="ltr">b&lt;c&gt;</code><sup><a href="#textnote-1">[1]</a></sup></h2>' +
  '<p>Words</p><h3 id="text-الكتاب" dir="auto">الكتاب</h3><h2 id="text-end" dir="auto">End</h2>';

test("a text of three headings lists them beside it, with links that need no script", () => {
  render(<TextContents html={headings} />);
  const links = within(screen.getByRole("navigation", { name: "On this page" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["A & b<c>", "#text-a-b"],
    ["الكتاب", "#text-الكتاب"],
    ["End", "#text-end"],
  ]);
});

test("a text of two headings has no list", () => {
  render(<TextContents html={headings.replace(/<h3.*<\/h3>/, "")} />);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("code is copied without its line numbers, and its button is no part of its text", async () => {
  const user = userEvent.setup();
  render(
    <CleanHtml html='<pre dir="ltr"><code class="code-numbered"><span class="code-line">a</span>&#10;</code></pre>' />,
  );
  const button = screen.getByRole("button", { name: "Copy the code" });
  expect(button.parentElement?.textContent).toBe("a\n");
  await user.click(button);
  expect(await screen.findByRole("button", { name: "Copied" })).toBe(button);
  expect(await navigator.clipboard.readText()).toBe("a\n");
});
