import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { recordCalls } from "@tests/support/web/admin-screens.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { emptyFiles } from "@tests/support/web/kept-files.ts";
import { samplePost, storedPosts, storePosts } from "@tests/support/web/pending-posts.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { readFile } from "../features/writing/pending/media-files.ts";
import { readJournal } from "../lib/forms/journal.ts";

beforeEach(async () => {
  await emptyFiles();
  await emptyJournal();
});

const png = (bytes = 10) => new File([new Uint8Array(bytes)], "stones.png", { type: "image/png" });
const mp4 = (bytes = 10) => new File([new Uint8Array(bytes)], "stones.mp4", { type: "video/mp4" });

/** A picture that says it is as large; it is shorter to read. A film would be looked into. */
function sized(size: number) {
  const file = png();
  Object.defineProperty(file, "size", { value: size });
  return file;
}

/** Keeps the next file from being read until it is let go on. */
function holdReading() {
  const { readAsArrayBuffer } = FileReader.prototype;
  let goOn = () => {};
  let fail = () => {};
  vi.spyOn(FileReader.prototype, "readAsArrayBuffer").mockImplementationOnce(function (
    this: FileReader,
    file,
  ) {
    goOn = () => readAsArrayBuffer.call(this, file);
    fail = () => this.onerror?.(new ProgressEvent("error") as ProgressEvent<FileReader>);
  });
  return { goOn: () => goOn(), fail: () => fail() };
}

async function openScreen(path = "/create-post") {
  const { user, unmount } = renderApp(path);
  await screen.findByLabelText("Title");
  return {
    user,
    unmount,
    choose: (file: File) =>
      fireEvent.change(screen.getByLabelText("Media (optional)"), { target: { files: [file] } }),
    fill: async ({ title = "Stones", category = "Cyber Security", description = "How to stack." } = {}) => {
      if (title) await user.type(screen.getByLabelText("Title"), title);
      if (category) await user.selectOptions(screen.getByLabelText("Category"), category);
      if (description) await user.type(screen.getByLabelText("Description"), description);
    },
    submit: () => user.click(submitButton()),
  };
}

const submitButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Submit for Approval" });
const unreadable = "This file could not be read. Please choose it again.";
const list = () => within(screen.getByRole("region", { name: "Pending Posts" }));
const card = (title: string) =>
  within(list().getByRole("heading", { name: title }).closest("article") as HTMLElement);
const shownCard = async (title: string) => {
  await list().findByRole("heading", { name: title });
  return card(title);
};
const titles = () =>
  list()
    .queryAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
const title = () => screen.getByLabelText<HTMLInputElement>("Title").value;

describe("the form of /create-post", () => {
  test("has a title, the two categories, a description and a place for a file", async () => {
    await openScreen();
    expect(screen.getByRole("heading", { level: 1, name: "Create Post" })).toBeDefined();
    expect(screen.getByText("Share something with the community")).toBeDefined();
    const options = within(screen.getByLabelText("Category")).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Select a category",
      "Fullstack Development",
      "Cyber Security",
    ]);
    expect(screen.getByLabelText("Description").tagName).toBe("TEXTAREA");
    expect(await screen.findByText("JPEG, PNG, MP4, up to 50 MB")).toBeDefined();
    expect(screen.getByLabelText("Media (optional)").getAttribute("accept")).toBe(
      "image/jpeg,image/png,video/mp4",
    );
  });

  test("can't be submitted until title, description and category are set", async () => {
    const { user, fill } = await openScreen();
    expect(submitButton().disabled).toBe(true);
    await fill({ category: "" });
    expect(submitButton().disabled).toBe(true);
    await user.selectOptions(screen.getByLabelText("Category"), "Cyber Security");
    expect(submitButton().disabled).toBe(false);
    await user.clear(screen.getByLabelText("Description"));
    expect(submitButton().disabled).toBe(true);
  });

  test("requires a category", async () => {
    const { fill } = await openScreen();
    await fill({ category: "" });
    fireEvent.submit(screen.getByRole("form", { name: "Create Post" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Please select a category.");
    expect(document.activeElement).toBe(screen.getByLabelText("Category"));
    expect(storedPosts()).toEqual([]);
  });

  test.each([{ title: "   " }, { description: "   " }])("treats only spaces as empty: %j", async (blank) => {
    const { fill, submit } = await openScreen();
    await fill(blank);
    await submit();
    expect((await screen.findByRole("alert")).textContent).toBe("Title and description are required.");
    expect(storedPosts()).toEqual([]);
  });

  test("stores the post on the device with the spec's fields, without any call", async () => {
    const calls = recordCalls();
    const { fill, submit } = await openScreen();
    await fill();
    await submit();
    await list().findByText("Stones");
    expect(storedPosts()).toHaveLength(1);
    expect(storedPosts()[0]).toMatchObject({
      id: expect.any(Number),
      title: "Stones",
      body: "How to stack.",
      media_url: null,
      content_type: "Article",
      status: "Pending",
      category_id: 2,
      category_name: "Cyber Security",
    });
    expect(calls).toEqual([]);
    expect(title()).toBe("");
  });

  test("stores one post, even when it is submitted repeatedly", async () => {
    const { user, fill } = await openScreen();
    await fill();
    await user.dblClick(submitButton());
    await list().findByText("Stones");
    expect(storedPosts()).toHaveLength(1);
  });

  test("marks a member's post as theirs; a visitor's shows to everybody on the device", async () => {
    storeSession();
    const { fill, submit, unmount } = await openScreen();
    await fill();
    await submit();
    await list().findByText("Stones");
    expect(storedPosts()[0]?.owner_id).toBe(7);
    unmount();
    window.localStorage.removeItem("user_id");
    window.localStorage.removeItem("access_token");
    window.localStorage.removeItem("refresh_token");
    const visit = await openScreen();
    expect(titles()).toEqual([]);
    await visit.fill({ title: "Nobody's" });
    await visit.submit();
    await list().findByText("Nobody's");
    expect(storedPosts()[1]?.owner_id).toBeNull();
  });
});

describe("a file", () => {
  test("that is small is stored in the post itself, which then becomes a Video", async () => {
    const { fill, choose, submit } = await openScreen();
    await fill();
    choose(png());
    await submit();
    const image = await (await shownCard("Stones")).findByRole("img", { name: "Stones" });
    expect(storedPosts()[0]).toMatchObject({
      media_url: expect.stringMatching(/^data:image\/png;base64,/),
      media_key: null,
      content_type: "Video",
    });
    expect(image.getAttribute("src")).toBe(storedPosts()[0]?.media_url);
  });

  test("that is large is stored beside the post, and shows in the same way", async () => {
    const { fill, choose, submit } = await openScreen();
    await fill();
    choose(mp4(1_500_000));
    await submit();
    expect(await (await shownCard("Stones")).findByLabelText("First frame of the video")).toHaveProperty(
      "src",
      "blob:file",
    );
    const [post] = storedPosts();
    expect(post).toMatchObject({ media_url: null, content_type: "Video" });
    expect((await readFile(String(post?.media_key)))?.size).toBe(1_500_000);
  });

  test("can be dropped", async () => {
    await openScreen();
    const zone = screen.getByText(/Drag and drop a file/).closest("div") as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { files: [png()] } });
    expect(await screen.findByText("stones.png")).toBeDefined();
  });

  test("shows the progress of reading, and can be canceled", async () => {
    const { user, choose } = await openScreen();
    const reads = vi.spyOn(FileReader.prototype, "readAsArrayBuffer").mockImplementation(function (
      this: FileReader,
    ) {
      this.onprogress?.(new ProgressEvent("progress", { loaded: 1_048_576 }) as ProgressEvent<FileReader>);
    });
    choose(sized(4_194_304));
    expect(screen.getByText("1.0 of 4.0 MB")).toBeDefined();
    expect(screen.getByRole("progressbar", { name: "Upload of stones.png" })).toHaveProperty("value", 250);
    await user.click(screen.getByRole("button", { name: "Cancel upload" }));
    expect(screen.queryByText("stones.png")).toBeNull();
    reads.mockRestore();
    choose(png());
    await user.click(await screen.findByRole("button", { name: "Remove file" }));
    expect(screen.queryByText("stones.png")).toBeNull();
  });

  test("that is still being read delays Submit, and the fields are locked meanwhile", async () => {
    const { user, fill, choose, submit } = await openScreen();
    await fill();
    const reading = holdReading();
    choose(png());
    await submit();
    await user.type(screen.getByLabelText("Title"), " again");
    await user.type(screen.getByLabelText("Description"), " Slowly.");
    expect(title()).toBe("Stones");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe("How to stack.");
    expect(screen.getByLabelText("Category")).toHaveProperty("disabled", true);
    reading.goOn();
    await shownCard("Stones");
    expect(storedPosts()[0]).toMatchObject({ title: "Stones", content_type: "Video" });
    await waitFor(() => expect(screen.getByLabelText("Category")).toHaveProperty("disabled", false));
  });

  test("that can't be read after Submit stops it: nothing is stored, and the form says why", async () => {
    const { user, fill, choose, submit } = await openScreen();
    await fill();
    const reading = holdReading();
    choose(png());
    await submit();
    reading.fail();
    await screen.findByText(unreadable);
    await waitFor(() => expect(screen.getByLabelText("Category")).toHaveProperty("disabled", false));
    expect(screen.getByText(unreadable)).toBeDefined();
    expect(storedPosts()).toEqual([]);
    expect(title()).toBe("Stones");
    choose(png());
    await user.click(submitButton());
    await shownCard("Stones");
    expect(storedPosts()[0]).toMatchObject({ content_type: "Video" });
  });

  test("whose reading is interrupted by leaving the screen stops Submit: the post is not stored, its text comes back", async () => {
    const { fill, choose, submit, unmount } = await openScreen();
    await fill();
    const reading = holdReading();
    choose(png());
    await submit();
    unmount();
    reading.goOn();
    await openScreen();
    await screen.findByText(/^Your unsent work is back/);
    expect(title()).toBe("Stones");
    expect(storedPosts()).toEqual([]);
  });

  test("that can't be read says so", async () => {
    const { choose } = await openScreen();
    vi.spyOn(FileReader.prototype, "readAsArrayBuffer").mockImplementation(function (this: FileReader) {
      this.onerror?.(new ProgressEvent("error") as ProgressEvent<FileReader>);
    });
    choose(png());
    await screen.findByText(unreadable);
    expect(screen.queryByText("stones.png")).toBeNull();
  });

  test("of 52,428,800 bytes is accepted, of one more is refused", async () => {
    const { choose } = await openScreen();
    choose(sized(52_428_800));
    expect(await screen.findByText("stones.png")).toBeDefined();
    choose(sized(52_428_801));
    expect((await screen.findByRole("alert")).textContent).toBe("File size exceeds 50MB.");
  });

  test.each(["application/pdf", ""])("of type %j is refused", async (type) => {
    const { choose } = await openScreen();
    choose(new File(["x"], "stones.bin", { type }));
    expect((await screen.findByRole("alert")).textContent).toBe("Only JPEG, PNG, and MP4 files are allowed.");
    expect(screen.queryByText("stones.bin")).toBeNull();
  });
});

test("a refused file does not block the post, and Submit says that nothing was attached", async () => {
  const { user, choose } = await openScreen();
  choose(new File(["x"], "stones.gif", { type: "image/gif" }));
  await screen.findByRole("alert");
  await user.type(screen.getByLabelText("Title"), "Accessible forms");
  await user.selectOptions(screen.getByLabelText("Category"), "Fullstack Development");
  await user.type(screen.getByLabelText("Description"), "Labels.");
  await user.click(screen.getByRole("button", { name: "Submit for Approval" }));
  await screen.findByText(
    "Post saved on this device only. Nothing was attached: Only JPEG, PNG, and MP4 files are allowed.",
  );
  expect(storedPosts()[0]).toMatchObject({ title: "Accessible forms", body: "Labels.", media_url: null });
});

describe("the Pending Posts", () => {
  test("say 'No pending posts.' when there are none", async () => {
    await openScreen();
    expect(list().getByText("No pending posts.")).toBeDefined();
  });

  test("show title, category, description, media, status and Edit, newest first", async () => {
    storePosts(
      samplePost(),
      samplePost({ id: 2, title: "With a picture", media_url: "data:image/png;base64,AA==" }),
    );
    await openScreen();
    expect(titles()).toEqual(["With a picture", "Accessible forms"]);
    expect(card("With a picture").getByRole("img", { name: "With a picture" })).toBeDefined();
    const shown = card("Accessible forms");
    expect(shown.getByText("Labels, errors and focus order.")).toBeDefined();
    expect(shown.getByText("Fullstack Development")).toBeDefined();
    expect(shown.getByText("Pending")).toBeDefined();
    expect(shown.getByRole("button", { name: "Edit" })).toBeDefined();
  });

  test("that can't be read show 'Failed to load user content', and are set aside when a new post is added", async () => {
    window.localStorage.setItem("pendingPosts", "{broken");
    const { fill, submit } = await openScreen();
    expect(list().getByRole("alert").textContent).toBe("Failed to load user content");
    await fill();
    await submit();
    await list().findByText("Stones");
    expect(window.localStorage.getItem("pendingPosts.bad")).toBe("{broken");
  });

  test("are deleted after a confirmation", async () => {
    storePosts(samplePost({ id: 1 }), samplePost({ id: 2, title: "Stays" }));
    const { user } = await openScreen();
    await user.click(card("Accessible forms").getByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete this post?" }));
    expect(
      dialog.getByText("“Accessible forms” is on this device only. You cannot undo this."),
    ).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(titles()).toHaveLength(2);
    await user.click(card("Accessible forms").getByRole("button", { name: "Delete" }));
    const again = within(await screen.findByRole("dialog", { name: "Delete this post?" }));
    await user.click(again.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(titles()).toEqual(["Stays"]));
    await waitFor(() =>
      expect(document.activeElement).toBe(list().getByRole("heading", { name: "Pending Posts" })),
    );
  });

  test("stay if the browser refuses to delete them, and the dialog says so", async () => {
    storePosts(samplePost({ id: 1 }));
    const { user } = await openScreen();
    await user.click(card("Accessible forms").getByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete this post?" }));
    const storage = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("The post was not deleted");
    expect(titles()).toEqual(["Accessible forms"]);
    storage.mockRestore();
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(titles()).toEqual([]));
  });
});

describe("editing a post", () => {
  test("loads it into the form and saves it in its place, still Pending", async () => {
    storePosts(
      samplePost({ id: 1 }),
      samplePost({ id: 2, title: "Another", note: "of another program" }),
      null,
    );
    const { user } = await openScreen();
    await user.click(card("Another").getByRole("button", { name: "Edit" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Edit Post" })).toBeDefined();
    await waitFor(() => expect(title()).toBe("Another"));
    expect(document.activeElement).toBe(screen.getByLabelText("Title"));
    expect(screen.getByLabelText<HTMLSelectElement>("Category").value).toBe("Fullstack Development");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe(
      "Labels, errors and focus order.",
    );
    await user.type(screen.getByLabelText("Title"), " one");
    await user.click(screen.getByRole("button", { name: "Update Post" }));
    await screen.findByRole("heading", { level: 1, name: "Create Post" });
    expect(storedPosts().map((post) => post?.id)).toEqual([1, 2, undefined]);
    expect(storedPosts()[1]).toMatchObject({
      title: "Another one",
      status: "Pending",
      note: "of another program",
    });
    expect(titles()).toEqual(["Another one", "Accessible forms"]);
    await waitFor(() =>
      expect(document.activeElement).toBe(card("Another one").getByRole("button", { name: "Edit" })),
    );
  });

  test("keeps its file unless it is removed or replaced", async () => {
    const media_url = "data:image/png;base64,AA==";
    storePosts(samplePost({ id: 1, media_url, content_type: "Video" }));
    const { user } = await openScreen("/create-post?edit=1");
    expect(screen.getByText("Kept unless you choose another file")).toBeDefined();
    await user.type(screen.getByLabelText("Title"), "!");
    await user.click(screen.getByRole("button", { name: "Update Post" }));
    await screen.findByRole("heading", { level: 1, name: "Create Post" });
    expect(storedPosts()[0]).toMatchObject({ media_url, content_type: "Video" });
    await user.click(card("Accessible forms!").getByRole("button", { name: "Edit" }));
    await user.click(await screen.findByRole("button", { name: "Remove file" }));
    await user.click(screen.getByRole("button", { name: "Update Post" }));
    await screen.findByRole("heading", { level: 1, name: "Create Post" });
    expect(storedPosts()[0]).toMatchObject({ media_url: null, content_type: "Article" });
  });

  test("Cancel leaves the post unchanged", async () => {
    storePosts(samplePost({ id: 1 }));
    const { user } = await openScreen("/create-post?edit=1");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Create Post" })).toBeDefined();
    expect(titles()).toEqual(["Accessible forms"]);
  });
});

describe("unsubmitted input", () => {
  async function typeAndLeave(text = "Half a thought") {
    const { user, unmount } = await openScreen();
    await user.type(screen.getByLabelText("Title"), text);
    await user.selectOptions(screen.getByLabelText("Category"), "Cyber Security");
    unmount();
  }

  test("is restored after a reload, with its file and a message", async () => {
    const { user, choose, unmount } = await openScreen();
    await user.type(screen.getByLabelText("Title"), "Half a thought");
    choose(png());
    await waitFor(async () =>
      expect((await readJournal({ owner: 0, form: "post" }))?.file?.name).toBe("stones.png"),
    );
    unmount();
    await openScreen();
    await screen.findByText(/^Your unsent work is back/);
    expect(title()).toBe("Half a thought");
    expect(screen.getByText("stones.png")).toBeDefined();
  });

  test("survives the end of a session, for its owner only", async () => {
    storeSession();
    await typeAndLeave();
    window.localStorage.clear();
    storeSession({ userId: "8", refreshToken: "refresh-8" });
    const other = await openScreen();
    expect(title()).toBe("");
    other.unmount();
    storeSession();
    await openScreen();
    await screen.findByText(/^Your unsent work is back/);
    expect(title()).toBe("Half a thought");
    expect(screen.getByLabelText<HTMLSelectElement>("Category").value).toBe("Cyber Security");
  });

  test("of an edited post is restored with that post", async () => {
    storePosts(samplePost({ id: 1 }));
    const { user, unmount } = await openScreen("/create-post?edit=1");
    await user.type(screen.getByLabelText("Title"), " again");
    unmount();
    const { unmount: leave } = await openScreen();
    expect(title()).toBe("");
    leave();
    await openScreen("/create-post?edit=1");
    expect(title()).toBe("Accessible forms again");
  });

  test("is deleted once it is submitted", async () => {
    const { fill, submit, unmount } = await openScreen();
    await fill();
    await submit();
    await list().findByText("Stones");
    unmount();
    await openScreen();
    expect(title()).toBe("");
    expect(screen.queryByText(/^Your unsent work is back/)).toBeNull();
  });
});
