import { screen, waitFor, within } from "@testing-library/react";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { beforeEach, expect, test, vi } from "vitest";
import {
  changeChoices,
  clearAll,
  type Kept,
  list,
  put,
  readChoices,
  readWho,
} from "../lib/device/kept-store.ts";

beforeEach(() => clearAll());

async function lay(url: string, more: Partial<Kept>) {
  const entry: Kept = {
    key: `0 ${url}`,
    owner: 0,
    url,
    kind: "page",
    part: null,
    title: null,
    at: new Date(2026, 10, 3, 14, 5).getTime(),
    size: 4096,
    headers: [],
    ...more,
  };
  await put(entry, await new Response("x").blob(), (await readWho()).epoch);
}

const rowOf = async (title: string) =>
  within((await screen.findByRole("link", { name: title })).closest("li") as HTMLElement);

test("an empty device says what will lie there", async () => {
  renderApp("/on-this-device");
  expect(await screen.findByText("Nothing here yet")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Clear all" })).toBeNull();
});

test("lists what is saved and what was opened, with sizes and dates, and clears one or all", async () => {
  await lay("/posts/7", { part: "posts/7", title: "Stones" });
  await lay("/api/content/7", { part: "posts/7", kind: "call" });
  await lay("/posts/8", { part: "posts/8", title: "Rivers" });
  await lay("/posts", {});
  const file = { url: "/media/f.mp4", type: "video/mp4", size: 18 * 1024 * 1024 };
  await changeChoices(() => ({ saved: [7], files: { 7: file } }));
  const { user } = renderApp("/on-this-device");
  const saved = within(await screen.findByRole("region", { name: "Saved" }));
  expect(saved.getByText("8 KB · as of 3 Nov 2026, 14:05")).toBeDefined();
  expect(saved.getByRole("button", { name: "Keep the video too (18.0 MB)" })).toBeDefined();
  const opened = within(screen.getByRole("region", { name: "Opened" }));
  expect(opened.getByRole("link", { name: "Rivers" }).getAttribute("href")).toBe("/posts/8");
  expect(screen.getByText(/^16 KB of 200\.0 MB used, 4 KB of it for lists and pictures\./)).toBeDefined();

  await user.click((await rowOf("Stones")).getByRole("button", { name: "Clear: Stones" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Stones" })).toBeNull());
  expect((await list()).map(({ url }) => url)).toEqual(["/posts", "/posts/8"]);
  // It stays saved, and is not fetched again by itself.
  expect(await readChoices()).toMatchObject({ saved: [7], left: [7] });

  await user.click(screen.getByRole("button", { name: "Clear all" }));
  expect(await screen.findByText("Nothing here yet")).toBeDefined();
  expect(await list()).toEqual([]);
});

test("a page that is not here is named, with a way to try again", async () => {
  renderApp("/on-this-device?wanted=%2Fposts%2F9");
  expect((await screen.findByRole("link", { name: "Try again" })).getAttribute("href")).toBe("/posts/9");
});

test("no address of another site is offered", async () => {
  renderApp("/on-this-device?wanted=%2F%2Fevil.example");
  await screen.findByText("Nothing here yet");
  expect(screen.queryByRole("link", { name: "Try again" })).toBeNull();
});

test("a browser without storage says so", async () => {
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("closed", "InvalidStateError");
  });
  renderApp("/on-this-device");
  expect(await screen.findByText("This browser cannot save posts.")).toBeDefined();
});
