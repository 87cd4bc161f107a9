import { createUpload, editContent, getSite } from "@cairn/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { idOfUpload, largeFilm, serveUploads } from "@tests/support/web/fake-uploads.ts";
import { fill } from "@tests/support/web/fill.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import { emptyJournal } from "@tests/support/web/journal.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import {
  ownItems,
  receive,
  sampleNewest,
  serveNewest,
  signInAsWriter,
} from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { readJournal } from "../lib/forms/journal.ts";

const twoGigabytes = 2 ** 31;

beforeEach(async () => {
  await emptyJournal();
  signInAsWriter();
  server.use(
    answer(getSite, () =>
      HttpResponse.json({ version: "1.0.0", embed_hosts: [], recording_max_bytes: twoGigabytes }),
    ),
  );
});

const sized = (name: string, type: string, size: number) =>
  Object.defineProperty(new File(["x"], name, { type }), "size", { value: size });

async function openForm(path = "/my-posts") {
  const { user, unmount } = renderApp(path);
  await screen.findByText("MP4, MP3, M4A or Ogg, up to 2 GB");
  return {
    user,
    unmount,
    choose: (file: File) => {
      const [recordings] = document.querySelectorAll<HTMLInputElement>('input[type="file"][accept*="audio"]');
      fireEvent.change(recordings as HTMLInputElement, { target: { files: [file] } });
    },
    press: (name: string) => user.click(screen.getByRole("button", { name })),
    async fill() {
      await fill(user, screen.getByLabelText("Title"), "Stones");
      await user.selectOptions(screen.getByLabelText("Category"), "Data Science");
      await fill(user, screen.getByLabelText("Description"), "How to stack them.");
    },
  };
}

async function says(text: string) {
  const dialog = within(await screen.findByRole("dialog", { name: "Error" }));
  expect(dialog.getByText(text)).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "OK" }));
}

const isSent = () => screen.findByText("Content submitted for approval!");
const first = idOfUpload(1);

describe("a film that no form takes", () => {
  test("is refused by the field for files, which says what takes it", async () => {
    const { choose } = await openForm();
    const film = sized("lecture.mp4", "video/mp4", 52_428_801);
    expect(await screen.findByText("JPEG, PNG, PDF, MP4, up to 50 MB. An article needs none.")).toBeDefined();
    fireEvent.change(screen.getByLabelText("File"), { target: { files: [film] } });
    expect(await screen.findByText(/^Choose it by “Add a recording”/)).toBeDefined();
    await says("File size exceeds 50MB.");
    choose(sized("stones.pdf", "application/pdf", 1));
    await says("Only MP4 films, and MP3, M4A and Ogg recordings can be added.");
    choose(new File([largeFilm()], "talk.mp3"));
    expect(await screen.findByText("talk.mp3")).toBeDefined();
  });

  test("is sent in pieces, and its item with the upload in place of a file", async () => {
    const sent = receive();
    const { uploads } = serveUploads();
    const { fill, choose, press } = await openForm();
    await fill();
    choose(largeFilm());
    await press("Submit for Approval");
    await isSent();
    expect(uploads.get(first)?.offset).toBe(largeFilm().size);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.file).toBeNull();
    expect(sent[0]?.fields).toMatchObject({ content_type: "video", upload: first });
  });

  test("is not sent again when only its item failed, whether the answer came or not", async () => {
    const sent = receive(undefined, [() => refusal("too_many_waiting"), silence]);
    const { calls } = serveUploads();
    const { fill, choose, press } = await openForm();
    await fill();
    choose(largeFilm());
    await press("Submit for Approval");
    await says("Failed to submit content.");
    const before = [...calls];
    await press("Retry");
    await says("Failed to submit content.");
    await press("Retry");
    await isSent();
    expect(calls).toEqual(before);
    expect(sent.map(({ fields, key }) => [fields.upload, key])).toEqual(Array(3).fill([first, sent[0]?.key]));
  });

  test("is sent anew if its upload ended before its item was made", async () => {
    const sent = receive(undefined, [() => refusal("unavailable"), () => refusal("upload_not_found")]);
    const { uploads } = serveUploads();
    const { fill, choose, press } = await openForm();
    await fill();
    choose(largeFilm());
    await press("Submit for Approval");
    await says("Failed to submit content.");
    uploads.delete(first);
    await press("Retry");
    await isSent();
    expect(sent.map(({ fields }) => fields.upload)).toEqual([first, first, idOfUpload(2)]);
  });

  test("says why it is refused, and waits visibly for its connection", async () => {
    receive();
    const gate = closedGate();
    serveUploads([silence], [Promise.resolve(), gate.opened]);
    server.use(answer(createUpload, () => refusal("quota_exceeded"), { once: true }));
    const { fill, choose, press } = await openForm();
    await fill();
    choose(largeFilm());
    await press("Submit for Approval");
    await says("Your storage is full. Delete comments or drafts with files, or ask an admin for more.");
    await press("Retry");
    await screen.findByText("Waiting for the connection…");
    gate.open();
    await isSent();
  });

  test("is chosen again after a reload, and only the rest of it is sent", async () => {
    const sent = receive();
    const gate = closedGate();
    const { calls } = serveUploads([
      () => undefined,
      async () => {
        await gate.opened;
        return refusal("unavailable");
      },
    ]);
    const { fill, choose, press, unmount } = await openForm();
    await fill();
    choose(largeFilm());
    await press("Submit for Approval");
    await waitFor(() => expect(calls.at(-1)).toBe("PATCH 8388608"));
    expect((await readJournal({ owner: 7, form: "new" }))?.file).toBeNull();
    unmount();
    gate.open();

    calls.length = 0;
    const again = await openForm();
    await screen.findByText("Choose lecture.mp4 again: what was sent of it is kept.");
    again.choose(largeFilm());
    expect(screen.queryByText(/^Choose lecture.mp4 again/)).toBeNull();
    await again.press("Submit for Approval");
    await isSent();
    expect(calls.slice(0, 2)).toEqual(["HEAD 8388608", "PATCH 8388608"]);
    expect(calls).not.toContain("POST");
    expect(sent[0]?.fields.upload).toBe(first);
  });

  test("that was not sent yet is named after a reload", async () => {
    const { choose, unmount } = await openForm();
    choose(largeFilm());
    await screen.findByRole("button", { name: "Remove file" });
    unmount();
    await openForm();
    await screen.findByText("Choose lecture.mp4 again: this device does not store files over 50 MB.");
  });

  test("and what was sent of it are deleted when its author removes it", async () => {
    receive(undefined, [() => refusal("unavailable")]);
    const { uploads, calls } = serveUploads();
    const { fill, choose, press } = await openForm();
    await fill();
    choose(largeFilm());
    await press("Submit for Approval");
    await says("Failed to submit content.");
    await press("Remove file");
    await waitFor(() => expect(calls.at(-1)).toBe("DELETE"));
    expect(uploads.size).toBe(0);
  });

  test("takes the place of an item's file", async () => {
    serveNewest(sampleNewest({ id: 12 }));
    ownItems([sampleItem({ id: 12, author_id: 7 })]);
    const edited = receive(editContent);
    serveUploads();
    const { choose, press } = await openForm("/techwriter/edit/12");
    choose(largeFilm());
    await press("Submit for Approval");
    await waitFor(() => expect(edited).toHaveLength(1));
    expect(edited[0]).toMatchObject({ file: null, fields: { upload: first, content_type: "video" } });
  });
});
