import { act, render, screen, waitFor, within } from "@testing-library/react";
import { emptyFiles, files } from "@tests/support/web/kept-files.ts";
import { samplePost } from "@tests/support/web/pending-posts.ts";
import { storeSession } from "@tests/support/web/renderApp.tsx";
import { set } from "idb-keyval";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { usePendingPosts } from "./pending-posts.ts";
import { YourContent } from "./YourContent.tsx";

beforeEach(emptyFiles);

const png = "data:image/png;base64,iVBORw0KGgo=";
const mp4 = "data:video/mp4;base64,AAAA";

function Screen() {
  return (
    <MemoryRouter>
      <YourContent {...usePendingPosts()} action={<a href="/create-post">Create Post</a>} />
    </MemoryRouter>
  );
}

function renderStored(stored: unknown) {
  window.localStorage.setItem("pendingPosts", typeof stored === "string" ? stored : JSON.stringify(stored));
  return render(<Screen />);
}

const titles = () => screen.queryAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);

test("the section is not there without stored posts", () => {
  render(<Screen />);
  expect(document.body.textContent).toBe("");
  renderStored([]);
  expect(document.body.textContent).toBe("");
});

test("a card shows a post's title, body, category and status", () => {
  renderStored([samplePost()]);
  const card = within(screen.getByRole("region", { name: "Your Content" })).getByRole("article");
  expect(within(card).getByRole("heading", { name: "Accessible forms" })).toBeDefined();
  expect(within(card).getByText("Labels, errors and focus order.")).toBeDefined();
  expect(within(card).getByText("Category:").nextSibling?.textContent).toBe("Fullstack Development");
  expect(within(card).getByText("Status:").nextSibling?.textContent).toBe("Pending");
});

test("a card shows a Markdown text as plain words", () => {
  renderStored([samplePost({ body: "# Forms\n\n- **Labels** and `focus`\n- [order](https://a.example/)" })]);
  expect(screen.getByText("Labels and focus order")).toBeDefined();
});

test("media that starts with data:image/ shows as an inline image", () => {
  renderStored([samplePost({ media_url: png })]);
  expect(screen.getByRole("img", { name: "Accessible forms" })).toHaveProperty("src", png);
});

test("media that starts with data:video/ shows as an inline video of 320x240 with controls", () => {
  const { container } = renderStored([samplePost({ media_url: mp4, content_type: "Video" })]);
  const video = container.querySelector("video");
  expect(video).toMatchObject({ src: mp4, width: 320, height: 240, controls: true });
  expect(video?.textContent).toBe("Your browser does not support the video tag.");
});

test.each([
  ["image/png", "img"],
  ["video/mp4", "video"],
])("a file of type %s that is stored beside its post shows in the same way", async (type, element) => {
  await set("1-file", new File(["x"], "file", { type }), files());
  const { container } = renderStored([samplePost({ media_key: "1-file" })]);
  await waitFor(() => expect(container.querySelector(element)?.getAttribute("src")).toBe("blob:file"));
});

test("a missing file is replaced by the art of the title", async () => {
  const { container } = renderStored([samplePost({ media_key: "1-gone" })]);
  expect(container.querySelector(".thumb-art")).not.toBeNull();
});

test.each([
  null,
  "https://example.org/cat.png",
  "data:text/html,<script>alert(1)</script>",
  "javascript:alert(1)",
])("media_url %j is neither image nor video: the art of the title is shown", (media_url) => {
  const { container } = renderStored([samplePost({ media_url })]);
  expect(container.querySelector("img, video, iframe, object")).toBeNull();
  expect(container.querySelector(".thumb-art")).not.toBeNull();
});

test("a post that is marked with its owner shows only to that owner", () => {
  const stored = [
    samplePost({ id: 1, title: "Of user 7", owner_id: 7 }),
    samplePost({ id: 2, title: "Of user 8", owner_id: 8 }),
  ];
  storeSession({ userId: "7" });
  renderStored(stored);
  expect(titles()).toEqual(["Of user 7"]);
});

test("a visitor sees no marked post, and no section when there are no others", () => {
  renderStored([samplePost({ owner_id: 7 })]);
  expect(document.body.textContent).toBe("");
});

test("a post without an owner mark shows to everybody on the device", () => {
  renderStored([samplePost({ title: "Nobody's" })]);
  expect(titles()).toEqual(["Nobody's"]);
});

test("a post that another tab adds shows at once", () => {
  renderStored([samplePost()]);
  window.localStorage.setItem(
    "pendingPosts",
    JSON.stringify([samplePost(), samplePost({ id: 2, title: "New" })]),
  );
  act(() => window.dispatchEvent(new StorageEvent("storage", { key: "pendingPosts" })));
  expect(titles()).toEqual(["New", "Accessible forms"]);
});

test("a broken post in the list does not hide the others", () => {
  renderStored([null, "text", {}, samplePost({ title: 4, body: null, status: undefined })]);
  expect(titles()).toEqual(["No Title"]);
  expect(screen.getByText("Pending")).toBeDefined();
});

test.each(["{broken", "{}", "null"])("posts stored as %s say 'Failed to load user content'", (stored) => {
  renderStored(stored);
  expect(screen.getByRole("alert").textContent).toBe("Failed to load user content");
  expect(screen.queryByRole("heading", { name: "Your Content" })).toBeNull();
});

test("an unreadable list is set aside under pendingPosts.bad", () => {
  renderStored("{broken");
  expect(window.localStorage.getItem("pendingPosts.bad")).toBe("{broken");
});

test("a list that was set aside is never overwritten", () => {
  window.localStorage.setItem("pendingPosts.bad", "{older");
  renderStored("{broken").unmount();
  renderStored("{broken");
  expect(window.localStorage.getItem("pendingPosts.bad")).toBe("{older");
  expect(window.localStorage.getItem("pendingPosts.bad.2")).toBe("{broken");
  expect(window.localStorage.getItem("pendingPosts.bad.3")).toBeNull();
});
