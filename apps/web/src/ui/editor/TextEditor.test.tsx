import { createPicture, previewContent } from "@cairn/contract";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { answer, refusal, server } from "@tests/support/web/fake-api.ts";
import { markedBlock, program } from "@tests/support/web/fake-program.ts";
import { storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { undoNotes } from "../../lib/forms/undo-notes.ts";
import { createStore } from "../../lib/store.ts";
import { Field } from "../Field.tsx";
import { TextEditor } from "./TextEditor.tsx";

beforeEach(() => {
  storeSession();
});

const savedAt = createStore<string | null>(null);

function Form() {
  const [text, setText] = useState("");
  return (
    <form>
      <Field label="Description">
        <TextEditor
          name="description"
          value={text}
          maxLength={50_000}
          undo={undoNotes(undefined)}
          savedAt={savedAt}
          head={{ title: "Stacking stones", submit: "Submit for Approval" }}
          onText={setText}
        />
      </Field>
    </form>
  );
}

async function open() {
  const user = userEvent.setup();
  render(<Form />);
  const box = screen.getByLabelText<HTMLTextAreaElement>("Description");
  const toolbar = await screen.findByRole("toolbar", { name: "Formatting" });
  const press = (name: string) => user.click(within(toolbar).getByRole("button", { name }));
  return { user, box, press };
}

const png = (name = "stones.png", size = 10) => {
  const file = new File(["x"], name, { type: "image/png" });
  Object.defineProperty(file, "size", { value: size });
  return file;
};

test("the plain box takes tools by the toolbar and by keys, and counts what was written", async () => {
  const { user, box, press } = await open();
  await user.type(box, "Stones");
  box.setSelectionRange(0, 6);
  await press("Bold");
  expect(box.value).toBe("**Stones**");
  expect([box.selectionStart, box.selectionEnd]).toEqual([2, 8]);
  expect(document.activeElement).toBe(box);
  fireEvent.keyDown(box, { code: "KeyB", ctrlKey: true });
  expect(box.value).toBe("Stones");
  await screen.findByText("1 word · 6 of 50,000 characters · 1 min read");
});

test("the toolbar is one stop, and arrow keys move along it", async () => {
  const { user, box } = await open();
  box.focus();
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Heading" }));
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bold" }));
  await user.keyboard("{End}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Full screen" }));
  await user.tab();
  expect(document.activeElement).toBe(box);
});

test("a table and code of other programs are pasted as Markdown, and within code everything as plain text", async () => {
  const { user, box } = await open();
  box.focus();
  const paste = (html: string, plain: string) => {
    const getData = (type: string) => ({ "text/html": html, "text/plain": plain })[type] ?? "";
    const clipboardData = { getData, files: [] };
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData });
    box.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const table = "<table><tr><th>Name</th></tr><tr><td>one</td></tr></table>";
  expect(paste(table, "Name\none")).toBe(true);
  await waitFor(() => expect(box.value).toBe("| Name |\n| --- |\n| one |"));
  await user.clear(box);
  await user.type(box, "So");
  expect(paste("<pre><i>a_b</i><br>  c</pre>", "a_b\r\n  c")).toBe(true);
  await waitFor(() => expect(box.value).toBe("So\n\n```\na_b\n  c\n```"));
  box.setSelectionRange(8, 8);
  expect(paste(table, "Name\none")).toBe(false);
});

test("the preview is the server's, says why it could not be made, and is asked for again", async () => {
  const { user, box, press } = await open();
  await press("Preview");
  const preview = () => screen.getByRole("region", { name: "Preview" });
  expect(preview().textContent).toBe("Nothing to preview yet.");
  server.use(answer(previewContent, () => refusal("too_many_requests"), { once: true }));
  await user.type(box, "x");
  const retry = await screen.findByRole("button", { name: "Retry" });
  server.use(
    answer(previewContent, async ({ request }) => {
      const { body } = (await request.json()) as { body: string };
      return HttpResponse.json({ html: `<p>${body}!</p>` });
    }),
  );
  await user.click(retry);
  await waitFor(() => expect(preview().innerHTML).toContain("<p>x!</p>"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the preview runs the marked code on request, and says what each block did until the text changes", async () => {
  server.use(
    answer(previewContent, async ({ request }) => {
      const { body } = (await request.json()) as { body: string };
      const checks = {
        items: [markedBlock({ code: body, expected: "2" }), markedBlock({ block: 3, language: "rust" })],
      };
      return HttpResponse.json({ html: `<p>${body}!</p>`, checks });
    }),
  );
  program.mockResolvedValue({ results: [{ end: "ran", output: "2\n" }], fault: null });
  const { user, box, press } = await open();
  await press("Preview");
  await user.type(box, "x");
  const code = await screen.findByRole("region", { name: "Code" });
  expect(within(code).getByText("2 code blocks have a check.")).toBeDefined();
  await user.click(within(code).getByRole("button", { name: "Run the code" }));
  expect(await within(code).findByText("2 code blocks in your browser: 1 not run.")).toBeDefined();
  expect(within(code).getByText("Block 1 (js): output matches")).toBeDefined();
  expect(within(code).getByText("Block 3 (rust): not run. Nothing here runs rust.")).toBeDefined();
  expect(program.mock.lastCall?.slice(0, 2)).toEqual(["javascript", [{ code: "x", isRun: true }]]);
  await user.type(box, "y");
  expect(await within(code).findByText("2 code blocks have a check.")).toBeDefined();
  expect(within(code).queryByText(/output matches/)).toBeNull();
});

test("a picture is asked for what it shows, sent, and stands in the text", async () => {
  const sent: FormData[] = [];
  server.use(
    answer(createPicture, async ({ request }) => {
      sent.push(await request.formData());
      return HttpResponse.json(
        { key: "k1", width: 4, height: 3, markdown: "![Three stones](picture:k1)", url: "/media/k1" },
        { status: 201 },
      );
    }),
  );
  const { user, box } = await open();
  await user.type(box, "Before");
  fireEvent.drop(box, { dataTransfer: { files: [png(), png("large.png", 10_485_761)] } });
  expect(screen.getByRole("alert").textContent).toContain("large.png: a picture may have 10 MB at most.");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await screen.findByText("Please say what it shows, or that it is decoration.");
  await user.type(screen.getByLabelText("What does it show?"), "Three stones{Enter}");
  await waitFor(() => expect(box.value).toBe("Before\n\n![Three stones](picture:k1)\n"));
  expect(sent.map((form) => form.get("alt"))).toEqual(["Three stones"]);
});

test("the line below the text says since when the device has it", async () => {
  await open();
  expect(screen.queryByText(/Saved on this device/)).toBeNull();
  act(() => savedAt.set(new Date(2026, 10, 29, 14, 25).toISOString()));
  expect(await screen.findByText("Saved on this device, 14:25")).toBeDefined();
  act(() => savedAt.set(null));
  expect(screen.queryByText(/Saved on this device/)).toBeNull();
});

test("a full screen shows the title, and its button goes back to the form and sends it", async () => {
  const sent = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
  const { user, press } = await open();
  expect(screen.queryByText("Stacking stones")).toBeNull();
  await press("Full screen");
  expect(screen.getByText("Stacking stones")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Submit for Approval" }));
  expect(screen.queryByText("Stacking stones")).toBeNull();
  expect(sent).toHaveBeenCalledOnce();
});

test("Escape leaves a full screen, wherever the focus is", async () => {
  const { press } = await open();
  await press("Full screen");
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByText("Stacking stones")).toBeNull();
});

test("the preview stays at the part of the text that is in view", async () => {
  server.use(answer(previewContent, () => HttpResponse.json({ html: "<p>Stones</p>" })));
  const { user, box, press } = await open();
  await user.type(box, "Stones");
  await press("Preview");
  const preview = screen.getByRole("region", { name: "Preview" });
  const sizes = { scrollHeight: 500, clientHeight: 100 };
  for (const element of [box, preview])
    for (const [name, value] of Object.entries(sizes)) Object.defineProperty(element, name, { value });
  box.scrollTop = 300;
  fireEvent.scroll(box);
  expect(preview.scrollTop).toBe(300);
});
