import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

// jsdom has no modals. What the browser does by itself (trapping and returning focus) is left to the browser tests.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.close = vi.fn(function (this: HTMLDialogElement) {
    this.open = false;
  });
});

function Confirm({ size }: { size?: "wide" }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Are you sure?"
        size={size}
        actions={<Button onClick={() => setOpen(false)}>Cancel</Button>}
      >
        <p>This action cannot be undone.</p>
      </Dialog>
    </>
  );
}

async function openConfirm(size?: "wide") {
  render(<Confirm size={size} />);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  return screen.getByRole("dialog", { name: "Are you sure?" });
}

test("a dialog opens as a modal that is named by its title", async () => {
  await openConfirm();
  expect(HTMLDialogElement.prototype.showModal).toHaveBeenCalledTimes(1);
});

test("Escape closes it", async () => {
  const dialog = await openConfirm();
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a click on the backdrop closes it, one inside does not", async () => {
  const dialog = await openConfirm();
  await userEvent.click(screen.getByText("This action cannot be undone."));
  expect(screen.queryByRole("dialog")).not.toBeNull();

  await userEvent.click(dialog);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a text selection that ends outside does not close it", async () => {
  const dialog = await openConfirm();
  fireEvent.mouseDown(screen.getByText("This action cannot be undone."));
  fireEvent.click(dialog);
  expect(screen.queryByRole("dialog")).not.toBeNull();
});

test("a wide one has a close button", async () => {
  await openConfirm("wide");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("it is closed before it leaves the page, so that focus goes back to its opener", async () => {
  const dialog = await openConfirm();
  let wasOnPage = false;
  vi.mocked(HTMLDialogElement.prototype.close).mockImplementation(() => {
    wasOnPage = dialog.isConnected;
  });

  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));

  expect(screen.queryByRole("dialog")).toBeNull();
  expect(wasOnPage).toBe(true);
});
