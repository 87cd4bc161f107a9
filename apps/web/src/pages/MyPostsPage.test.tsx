import {
  createCaptions,
  createContent,
  createPicture,
  editContent,
  getSite,
  listLabels,
  logout,
} from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { recordCalls } from "@tests/support/web/admin-screens.ts";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { fill } from "@tests/support/web/fill.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { emptyFiles } from "@tests/support/web/kept-files.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { ownItems, receive, signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { readJournal, writeWords } from "../lib/forms/journal.ts";

beforeEach(async () => {
  await emptyFiles();
  await emptyJournal();
});

const png = (name = "stones.png", bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type: "image/png" });
const mp4 = () => new File(["film"], "stones.mp4", { type: "video/mp4" });

/** A file that says it is as large. */
function sized(size: number) {
  const file = png();
  Object.defineProperty(file, "size", { value: size });
  return file;
}

async function openForm() {
  const { user, unmount } = renderApp("/my-posts");
  await screen.findByLabelText("Title");
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText("File"), { target: { files: [file] } });
  return {
    user,
    unmount,
    choose,
    fill: async ({
      title = "Stones",
      category = "Data Science",
      description = "How to stack them.",
    } = {}) => {
      if (title) await fill(user, screen.getByLabelText("Title"), title);
      if (category) await user.selectOptions(screen.getByLabelText("Category"), category);
      if (description) await fill(user, screen.getByLabelText("Description"), description);
    },
    submit: () => user.click(screen.getByRole("button", { name: "Submit for Approval" })),
  };
}

const errorDialog = async () => within(await screen.findByRole("dialog", { name: "Error" }));
const says = async (text: string) => expect((await errorDialog()).getByText(text)).toBeDefined();

describe("the form of /my-posts", () => {
  beforeEach(signInAsWriter);

  test("has a title, the five categories, a description and a place for a file", async () => {
    await openForm();
    const options = within(screen.getByLabelText("Category")).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual([
      "Select a category",
      "Fullstack Development",
      "Cyber Security",
      "Data Science",
      "Mobile Development",
      "Artificial Intelligence",
    ]);
    expect(screen.getByLabelText("Description").tagName).toBe("TEXTAREA");
    const file = await screen.findByLabelText("File");
    expect(file.getAttribute("accept")).toBe("image/jpeg,image/png,application/pdf,video/mp4");
  });

  test("sends title, body, content_type, category and file, confirms it and goes to /content", async () => {
    const sent = receive();
    const { fill, choose, submit } = await openForm();
    await fill();
    choose(png());
    await submit();
    await screen.findByText("Content submitted for approval!");
    await waitFor(() => expect(window.location.pathname).toBe("/content"));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.fields).toEqual({
      title: "Stones",
      body: "How to stack them.",
      content_type: "article",
      category: "Data Science",
      draft: "false",
    });
    expect(sent[0]?.file).toEqual({ type: "image/png", size: 10 });
  });

  test("sends the versions it applies to, typed, completed and left out again, kept over a reload", async () => {
    const sent = receive();
    server.use(
      answer(listLabels, () =>
        HttpResponse.json({ items: [{ label: "react 19", items: 4, ended_on: null }] }),
      ),
    );
    const { user, fill, unmount } = await openForm();
    await fill();
    const box = await screen.findByRole("combobox", { name: /^Applies to/ });
    await user.type(box, "Node  20{Enter}rea");
    await user.click(await screen.findByRole("option", { name: /^react 19/ }));
    await user.type(box, "latest,");
    expect(screen.getByText("Please enter a name and a version, such as node 20.")).toBeDefined();
    await user.clear(box);
    await user.type(box, "go 1.23,{Backspace}");
    const shown = () =>
      within(screen.getByRole("list", { name: "It applies to" }))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    expect(shown()).toEqual(["node 20", "react 19"]);
    unmount();

    const again = await openForm();
    await waitFor(() => expect(shown()).toEqual(["node 20", "react 19"]));
    await again.user.click(screen.getByRole("button", { name: "Remove node 20" }));
    again.choose(png());
    await again.submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]?.fields.applies_to).toBe(`["react 19"]`);
  });

  test("captions are written beside the film, kept while the form is, and sent once they are used", async () => {
    const sent = receive();
    const written: string[] = [];
    server.use(
      answer(createCaptions, async ({ request }) => {
        written.push(await ((await request.formData()).get("file") as File).text());
        const vtt = written.at(-1);
        return HttpResponse.json(
          { key: "f00.vtt", language: "en", cues: 2, ends_at: 9, vtt },
          { status: 201 },
        );
      }),
    );
    const { user, fill, choose, submit } = await openForm();
    await fill();
    await screen.findByLabelText("File");
    choose(mp4());
    await user.click(await screen.findByRole("button", { name: "Write captions" }));
    await user.click(await screen.findByRole("button", { name: "Add a caption here" }));
    await user.type(screen.getByLabelText("Caption 1"), "The first stone");
    const end = screen.getByLabelText("Caption 1 ends");
    await user.clear(end);
    await user.type(end, "1:02,5{Tab}");
    await user.type(screen.getByLabelText("Caption 1"), "{Enter}");
    await user.type(screen.getByLabelText("Caption 2"), "second{Shift>}{Enter}{/Shift}line");
    await user.click(screen.getByRole("button", { name: "Continue later" }));

    await screen.findByText("Not used yet");
    await submit();
    expect((await errorDialog()).getByText(/^You began to write captions/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "OK" }));
    await user.click(screen.getByRole("button", { name: "Edit the captions in English" }));
    await user.click(await screen.findByRole("button", { name: "Use these captions" }));
    await screen.findByText("2 captions");
    expect(screen.queryByText("Not used yet")).toBeNull();
    expect(written).toEqual([
      "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nsecond\nline\n\n00:00:00.000 --> 00:01:02.500\nThe first stone\n",
    ]);
    await user.click(screen.getByRole("button", { name: "Edit the captions in English" }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Caption 2")).value).toBe("The first stone");
    await user.click(screen.getByRole("button", { name: "Continue later" }));
    await submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]?.fields.captions).toBe('["f00.vtt"]');
  });

  test("sends a film with its captions and chapters, and names the line of a file that does not read", async () => {
    const sent = receive();
    const outcomes = [
      () => refusal("invalid_input", { error: "Line 3: “00:xx” does not say from when to when." }),
      () =>
        HttpResponse.json({ key: "f00.vtt", language: "fr", cues: 2, ends_at: 9, vtt: "" }, { status: 201 }),
    ];
    server.use(answer(createCaptions, () => outcomes.shift()?.() ?? refusal("internal_error")));
    const { user, fill, choose, submit } = await openForm();
    await fill();
    await screen.findByLabelText("File");
    choose(mp4());
    await user.selectOptions(await screen.findByLabelText("Language of the captions"), "French");
    const send = () =>
      fireEvent.change(screen.getByLabelText(/^Captions/), {
        target: { files: [new File(["1"], "stones.srt")] },
      });
    send();
    await screen.findByText(/Line 3: “00:xx”/);
    send();
    await screen.findByText("2 captions");
    await user.type(screen.getByLabelText(/^Chapters/), "0:00 One{Enter}late");
    await submit();
    expect((await errorDialog()).getByText(/^Line 2 of the chapters must begin with a time/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "OK" }));
    await user.type(
      screen.getByLabelText(/^Chapters/),
      "{Backspace}{Backspace}{Backspace}{Backspace}1:35 Two",
    );
    await submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]?.fields).toMatchObject({
      content_type: "video",
      captions: `["f00.vtt"]`,
      chapters: `[{"at":0,"title":"One"},{"at":95,"title":"Two"}]`,
    });
    expect(sent[0]?.fields).not.toHaveProperty("no_speech", "true");
  });

  test("a film needs captions where the school asks for them, unless nobody speaks in it", async () => {
    const sent = receive();
    server.use(answer(getSite, () => HttpResponse.json({ embed_hosts: [], captions_required: true })));
    const { user, fill, choose, submit } = await openForm();
    await fill();
    choose(mp4());
    expect(await screen.findByText(/^Needed for review here, unless nobody speaks/)).toBeDefined();
    await submit();
    expect((await errorDialog()).getByText(/^Add captions, or tick “Nobody speaks in it”/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "OK" }));
    await user.click(screen.getByLabelText("Nobody speaks in it"));
    await submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]?.fields.no_speech).toBe("true");
  });

  test("sends a film of another site by its address, with chapters, and says at the field what is none", async () => {
    const sent = receive();
    server.use(answer(getSite, () => HttpResponse.json({ version: "1.0.0", embed_hosts: ["tube.example"] })));
    const { user, fill, unmount } = await openForm();
    await fill();
    await screen.findByText("YouTube, Vimeo, tube.example");
    const box = () => screen.getByLabelText<HTMLInputElement>(/^Address of a film/);
    await user.type(box(), "https://tube.example/c/stones");
    await user.tab();
    expect(
      screen.getByText("Give the address of one film on YouTube, Vimeo, or tube.example."),
    ).toBeDefined();
    await user.clear(box());
    await user.type(box(), "https://youtu.be/aqz-KE-bpKQ");
    unmount();

    const again = await openForm();
    await screen.findByText("YouTube, Vimeo, tube.example");
    expect(box().value).toBe("https://youtu.be/aqz-KE-bpKQ");
    again.choose(png());
    await again.submit();
    await says("Remove the file or the address of the film: a post has one of the two.");
    await again.user.click(screen.getByRole("button", { name: "OK" }));
    await again.user.click(screen.getByRole("button", { name: "Remove file" }));
    await again.user.type(await screen.findByLabelText(/^Chapters/), "0:00 One");
    await again.submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]).toMatchObject({
      file: null,
      fields: {
        content_type: "video",
        embed: "https://youtu.be/aqz-KE-bpKQ",
        chapters: `[{"at":0,"title":"One"}]`,
      },
    });
  });

  test.each([
    [mp4(), "video"],
    [new File(["%PDF"], "stones.pdf", { type: "application/pdf" }), "article"],
  ])("a file of another kind sets its own content_type", async (file, type) => {
    const sent = receive();
    const { fill, choose, submit } = await openForm();
    await fill();
    choose(file);
    await submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]?.fields.content_type).toBe(type);
  });

  test("takes a dropped file, also one whose type the device does not know", async () => {
    await openForm();
    const zone = screen.getByText(/Drag and drop a file/).closest("div") as HTMLElement;
    for (const file of [png("dropped.png"), new File(["x"], "film.MP4")]) {
      fireEvent.drop(zone, { dataTransfer: { files: [file] } });
      expect(screen.getByText(file.name)).toBeDefined();
    }
  });

  test.each(["text/html", ""])("refuses a file of type %j", async (type) => {
    const { choose } = await openForm();
    choose(new File(["x"], "stones.bin", { type }));
    await says("Only JPEG, PNG, PDF, and MP4 files are allowed.");
    expect(screen.queryByText("stones.bin")).toBeNull();
  });

  test("a refused file leaves the text, and both the form and Submit say that nothing was attached", async () => {
    const sent = receive();
    const { user, fill, choose, submit } = await openForm();
    await fill();
    choose(new File(["x"], "stones.gif", { type: "image/gif" }));
    const nothing = "Nothing was attached: Only JPEG, PNG, PDF, and MP4 files are allowed.";
    await user.click((await errorDialog()).getByRole("button", { name: "OK" }));
    expect((await screen.findByRole("alert")).textContent).toBe(nothing);
    expect(screen.getByLabelText("File").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Stones");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe("How to stack them.");

    await submit();
    await says("Please fill in all fields and upload a file.");
    await says(nothing);
    expect(sent).toEqual([]);
    await user.click((await errorDialog()).getByRole("button", { name: "OK" }));

    choose(png());
    expect(screen.queryByText(nothing)).toBeNull();
    await submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]?.file).toEqual({ type: "image/png", size: 10 });
  });

  test("a refused file leaves the previous one attached", async () => {
    const sent = receive();
    const { user, fill, choose, submit } = await openForm();
    await fill();
    choose(png());
    choose(new File(["x"], "stones.gif", { type: "image/gif" }));
    await user.click((await errorDialog()).getByRole("button", { name: "OK" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Only JPEG, PNG, PDF, and MP4 files are allowed.",
    );
    await submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]?.file).toEqual({ type: "image/png", size: 10 });
  });

  test("a draft saved after a refused file says that it has no file", async () => {
    const sent = receive();
    const { user, fill, choose } = await openForm();
    await fill();
    choose(sized(52_428_801));
    await user.click((await errorDialog()).getByRole("button", { name: "OK" }));
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await screen.findByText("Draft saved. Nothing was attached: File size exceeds 50MB.");
    expect(sent[0]?.file).toBeNull();
  });

  test("accepts 52,428,800 bytes and refuses one more", async () => {
    const { choose } = await openForm();
    choose(sized(52_428_800));
    await screen.findByRole("button", { name: "Remove file" });
    choose(sized(52_428_801));
    await says("File size exceeds 50MB.");
  });

  test.each([{ title: "" }, { title: "   " }, { category: "" }, { description: "" }])(
    "requires missing fields: %j",
    async (missing) => {
      const sent = receive();
      const { fill, choose, submit } = await openForm();
      await fill(missing);
      choose(png());
      await submit();
      await says("Please fill in all fields and upload a file.");
      expect(sent).toHaveLength(0);
    },
  );

  test("a category that is not of the fixed list is refused: 'Invalid category selected.'", async () => {
    const sent = receive();
    // Unsent work from before the list changed: the select itself offers no other.
    const values = { title: "Stones", category: "Gardening", description: "How to stack them." };
    await writeWords({ owner: 7, form: "new" }, values);
    const { choose, submit } = await openForm();
    await screen.findByText(/^Your unsent work is back/);
    choose(png());
    await submit();
    await says("Invalid category selected.");
    expect(sent).toEqual([]);
  });

  test("requires a file", async () => {
    const { fill, submit } = await openForm();
    await fill();
    await submit();
    await says("Please fill in all fields and upload a file.");
  });

  test("sends the text alone by a button of its own, which stands there while there is no file", async () => {
    const sent = receive();
    const { user, fill, choose } = await openForm();
    const alone = () => screen.queryByRole("button", { name: "Submit without a file" });
    await user.click(alone() as HTMLElement);
    await says("A post needs a title, a category and a description.");
    await user.click((await errorDialog()).getByRole("button", { name: "OK" }));
    await fill();
    choose(png());
    expect(alone()).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Remove file" }));
    await user.click(alone() as HTMLElement);
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]?.file).toBeNull();
    expect(sent[0]?.fields).toMatchObject({ draft: "false", body: "How to stack them." });
  });

  test("sends the text alone also once the sending of its file failed", async () => {
    const sent = receive(undefined, [() => refusal("file_type_refused")]);
    const { user, fill, choose, submit } = await openForm();
    await fill();
    choose(mp4());
    await submit();
    await user.click((await errorDialog()).getByRole("button", { name: "OK" }));
    await user.click(screen.getByRole("button", { name: "Submit without a file" }));
    await screen.findByText("Content submitted for approval!");
    expect(sent.map(({ file }) => file?.type ?? null)).toEqual(["video/mp4", null]);
  });

  test("sends a cover, which is stored when it is chosen, and waits for one that is on its way", async () => {
    const sent = receive();
    let stored = Promise.resolve();
    server.use(
      answer(createPicture, async () => {
        await stored;
        const facts = { key: "k1.png", width: 4, height: 3, markdown: "", url: "/media/k1.png?expires=1" };
        return HttpResponse.json(facts, { status: 201 });
      }),
    );
    const { user, fill } = await openForm();
    await fill();
    const chooser = () => screen.findByLabelText(/^Cover/);
    const choose = async (file: File) => fireEvent.change(await chooser(), { target: { files: [file] } });
    await choose(new File(["x"], "stones.svg", { type: "image/svg+xml" }));
    expect(screen.getByText(/can be a cover\.$/)).toBeDefined();
    await choose(png());
    await user.click(await screen.findByRole("button", { name: "Remove the cover" }));
    let store = () => {};
    stored = new Promise((resolve) => {
      store = resolve;
    });
    await choose(png());
    await user.click(screen.getByRole("button", { name: "Submit without a file" }));
    expect(sent).toEqual([]);
    store();
    await screen.findByText("Content submitted for approval!");
    expect(sent[0]?.fields.cover).toBe("k1.png");
  });

  test("sends a recording as audio, and takes no other kind by that button", async () => {
    const sent = receive();
    const { fill, submit } = await openForm();
    await fill();
    await screen.findByRole("button", { name: "Add a recording" });
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type="file"][accept*="audio"]');
    const choose = (file: File) => fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
    choose(new File(["x"], "stones.wav", { type: "audio/wav" }));
    await says("Only MP3, M4A and Ogg recordings can be added.");
    choose(new File(["sound"], "stones.M4A", { type: "audio/x-m4a" }));
    expect(screen.getByText("stones.M4A")).toBeDefined();
    await submit();
    await screen.findAllByText("Content submitted for approval!");
    expect(sent[0]?.fields.content_type).toBe("audio");
    expect(sent[0]?.file?.type).toBe("audio/mp4");
  });

  test("saves a draft without a file", async () => {
    const sent = receive();
    const { user, fill } = await openForm();
    await fill();
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await screen.findByText("Draft saved");
    expect(sent[0]?.fields.draft).toBe("true");
    expect(sent[0]?.file).toBeNull();
    expect(window.location.pathname).toBe("/content");
  });

  test("says what a draft needs", async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await says("A draft needs a title, a category and a description.");
  });

  test("a failed upload says so, keeps everything, and is retried as the same item", async () => {
    const sent = receive(undefined, [() => refusal("storage_full")]);
    const { user, fill, choose, submit } = await openForm();
    await fill();
    choose(mp4());
    await submit();
    await says("Failed to submit content.");
    await user.click((await errorDialog()).getByRole("button", { name: "OK" }));
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Stones");
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("Content submitted for approval!");
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  test("a post changed after a failure is sent under the same key: it is still one item", async () => {
    const sent = receive(undefined, [() => refusal("storage_full")]);
    const { user, fill, choose, submit } = await openForm();
    await fill();
    choose(png());
    await submit();
    await user.click((await errorDialog()).getByRole("button", { name: "OK" }));
    await user.type(screen.getByLabelText("Title"), " again");
    await submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });
});

describe("an upload", () => {
  beforeEach(signInAsWriter);

  test("shows its progress, can be canceled, and then tried again", async () => {
    const gate = closedGate();
    const sent = receive(undefined, [], gate.opened);
    const { user, fill, choose, submit } = await openForm();
    await fill();
    choose(mp4());
    await submit();
    expect(screen.getByRole("progressbar", { name: "Upload of stones.mp4" })).toBeDefined();
    expect(screen.getByLabelText("File")).toHaveProperty("disabled", true);
    await user.click(screen.getByRole("button", { name: "Cancel upload" }));
    await screen.findByText("Upload canceled");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("progressbar")).toBeNull();
    gate.open();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("Content submitted for approval!");
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  test("locks its fields until it is done", async () => {
    const gate = closedGate();
    receive(undefined, [() => refusal("storage_full")], gate.opened);
    const { user, fill, choose, submit } = await openForm();
    await fill();
    choose(png());
    await submit();
    await user.type(screen.getByLabelText("Title"), " again");
    await user.type(screen.getByLabelText("Description"), " Slowly.");
    await user.type(screen.getByLabelText(/^What the picture shows/), "A heap");
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Stones");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe("How to stack them.");
    expect(screen.getByLabelText<HTMLInputElement>(/^What the picture shows/).value).toBe("");
    expect(screen.getByLabelText("Category")).toHaveProperty("disabled", true);
    gate.open();
    await user.click((await errorDialog()).getByRole("button", { name: "OK" }));
    await user.type(screen.getByLabelText("Title"), " again");
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Stones again");
    expect(screen.getByLabelText("Category")).toHaveProperty("disabled", false);
  });

  test("stores its key before the first byte, and is the same item after a reload", async () => {
    const gate = closedGate();
    const sent = receive(undefined, [() => refusal("unavailable")], gate.opened);
    const { fill, choose, submit, unmount } = await openForm();
    await fill();
    choose(mp4());
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    const noted = await readJournal({ owner: 7, form: "new" });
    expect(noted?.values.sent).toMatchObject({ key: sent[0]?.key });
    unmount();
    gate.open();
    const again = await openForm();
    await screen.findByText(/^Your unsent work is back/);
    await again.submit();
    await screen.findByText("Content submitted for approval!");
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  describe("whose answer got lost", () => {
    const arrived = sampleItem({
      id: 41,
      author_id: 7,
      status: "Pending",
      title: "Stones",
      body: "How to stack them.",
      category_name: "Data Science",
    });

    async function loseTheAnswer() {
      const created = receive(createContent, [silence, () => refusal("key_in_use")]);
      const view = await openForm();
      await view.fill();
      view.choose(mp4());
      await view.submit();
      await view.user.click((await errorDialog()).getByRole("button", { name: "OK" }));
      return { ...view, created };
    }

    test("and that is changed then becomes a change of the item that has arrived", async () => {
      ownItems([arrived]);
      const edited = receive(editContent);
      const { user, submit, created } = await loseTheAnswer();
      await user.type(screen.getByLabelText("Title"), " again");
      await submit();
      await screen.findByText("Content submitted for approval!");
      expect(created.map(({ key }) => key)).toEqual([created[0]?.key, created[0]?.key]);
      expect(edited).toHaveLength(1);
      expect(edited[0]?.fields).toMatchObject({
        title: "Stones again",
        applies_to: "[]",
        series: "",
        draft: "false",
      });
      expect(edited[0]?.file?.type).toBe("video/mp4");
      expect(edited[0]?.key).not.toBe(created[0]?.key);
    });

    test("becomes a change also when the page was closed, and the change failed at first", async () => {
      ownItems([arrived]);
      const edited = receive(editContent, [() => refusal("unavailable")]);
      const { user, submit, unmount } = await loseTheAnswer();
      await user.type(screen.getByLabelText("Title"), " again");
      await submit();
      await errorDialog();
      unmount();
      const again = await openForm();
      await screen.findByText(/^Your unsent work is back/);
      await again.submit();
      await screen.findByText("Content submitted for approval!");
      expect(edited.map(({ key }) => key)).toEqual([edited[0]?.key, edited[0]?.key]);
      expect(edited[1]?.fields).toMatchObject({ title: "Stones again" });
    });

    test("is a new item if none of its author's has its words", async () => {
      ownItems([sampleItem({ id: 40, author_id: 7 })]);
      const { user, submit, created } = await loseTheAnswer();
      await user.type(screen.getByLabelText("Title"), " again");
      await submit();
      await screen.findByText("Content submitted for approval!");
      expect(created).toHaveLength(3);
      expect(created[2]?.key).not.toBe(created[0]?.key);
    });
  });

  test("of a large file first checks whether the session is active", async () => {
    const calls = recordCalls();
    receive();
    const { fill, choose, submit } = await openForm();
    await fill();
    choose(png("large.png", 1_000_000));
    calls.length = 0;
    await submit();
    await screen.findByText("Content submitted for approval!");
    expect(calls.slice(0, 2)).toEqual(["GET /api/auth/me", "POST /api/content"]);
  });
});

describe("unsent input", () => {
  beforeEach(signInAsWriter);

  const title = () => screen.getByLabelText<HTMLInputElement>("Title").value;

  async function typeAndLeave(text = "Half a thought") {
    const { user, unmount } = renderApp("/my-posts");
    await user.type(await screen.findByLabelText("Title"), text);
    await user.selectOptions(screen.getByLabelText("Category"), "Cyber Security");
    unmount();
  }

  test("is restored after a reload with a message", async () => {
    await typeAndLeave();
    renderApp("/my-posts");
    await screen.findByText(/^Your unsent work is back/);
    expect(title()).toBe("Half a thought");
    expect(screen.getByLabelText<HTMLSelectElement>("Category").value).toBe("Cyber Security");
  });

  test("is saved shortly after each keystroke, so that a crash loses little", async () => {
    const { user } = renderApp("/my-posts");
    await user.type(await screen.findByLabelText("Title"), "Half");
    await waitFor(async () =>
      expect((await readJournal({ owner: 7, form: "new" }))?.values.title).toBe("Half"),
    );
  });

  test("survives the end of a session, for its owner only", async () => {
    await typeAndLeave();
    window.localStorage.clear();
    storeSession({ role: "TechWriter", userId: "8", refreshToken: "refresh-8" });
    const other = renderApp("/my-posts");
    await screen.findByLabelText("Title");
    expect(title()).toBe("");
    other.unmount();
    storeSession({ role: "TechWriter" });
    renderApp("/my-posts");
    await screen.findByText(/^Your unsent work is back/);
    expect(title()).toBe("Half a thought");
  });

  test("is deleted from the device when another member has logged out after its owner", async () => {
    await typeAndLeave();
    storeSession({ role: "TechWriter", userId: "8", refreshToken: "refresh-8" });
    server.use(answer(logout, () => HttpResponse.json({ message: "Logged out" })));
    const { user } = renderApp("/my-posts");
    const [button] = await screen.findAllByRole("button", { name: "Logout" });
    if (button) await user.click(button);
    await waitFor(async () => expect(await readJournal({ owner: 7, form: "new" })).toBeUndefined());
  });

  test("stays when its own owner logs out", async () => {
    await typeAndLeave();
    server.use(answer(logout, () => HttpResponse.json({ message: "Logged out" })));
    const { user } = renderApp("/my-posts");
    await screen.findByText(/^Your unsent work is back/);
    const [button] = await screen.findAllByRole("button", { name: "Logout" });
    if (button) await user.click(button);
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    expect((await readJournal({ owner: 7, form: "new" }))?.values.title).toBe("Half a thought");
  });

  test("is deleted by Discard", async () => {
    await typeAndLeave();
    const { user, unmount } = renderApp("/my-posts");
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(title()).toBe("");
    expect(screen.queryByText(/^Your unsent work is back/)).toBeNull();
    unmount();
    renderApp("/my-posts");
    await screen.findByLabelText("Title");
    expect(title()).toBe("");
  });

  test("is deleted once it is sent", async () => {
    receive();
    const { fill, choose, submit } = await openForm();
    await fill();
    choose(png());
    await submit();
    await waitFor(() => expect(window.location.pathname).toBe("/content"));
    await waitFor(async () => expect(await readJournal({ owner: 7, form: "new" })).toBeUndefined());
  });

  test("is not saved once every field is empty again", async () => {
    const { user } = renderApp("/my-posts");
    await user.type(await screen.findByLabelText("Title"), "Half");
    await user.clear(screen.getByLabelText("Title"));
    await waitFor(async () => expect(await readJournal({ owner: 7, form: "new" })).toBeUndefined());
  });
});
