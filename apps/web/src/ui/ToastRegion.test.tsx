import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";
import { ToastRegion } from "./ToastRegion.tsx";
import { toast } from "./toast-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

const say = (...message: Parameters<typeof toast>) => act(() => toast(...message));
const wait = (time: number) => act(() => vi.advanceTimersByTime(time));

test("a toast is announced in a status region that existed before it", () => {
  render(<ToastRegion />);
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");

  say("Profile updated successfully");

  expect(within(region).getByText("Profile updated successfully")).toBeTruthy();
});

test("a toast leaves after five seconds, an error stays until it is closed", () => {
  render(<ToastRegion />);
  say("Content submitted for approval!");
  say("Failed to submit content.", { kind: "error" });

  wait(4999);
  expect(screen.queryByText("Content submitted for approval!")).not.toBeNull();
  wait(1);
  expect(screen.queryByText("Content submitted for approval!")).toBeNull();

  wait(60_000);
  expect(screen.queryByText("Failed to submit content.")).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Close message" }));
  expect(screen.queryByText("Failed to submit content.")).toBeNull();
});

test("a toast stays while the pointer is over it", () => {
  render(<ToastRegion />);
  say("Saved on this device.");

  fireEvent.mouseEnter(screen.getByText("Saved on this device."));
  wait(60_000);
  expect(screen.queryByText("Saved on this device.")).not.toBeNull();

  fireEvent.mouseLeave(screen.getByText("Saved on this device."));
  wait(5000);
  expect(screen.queryByText("Saved on this device.")).toBeNull();
});

test("the action of a toast runs once, and the toast goes", () => {
  const onAction = vi.fn();
  render(<ToastRegion />);
  say("Saved on this device.", { action: { label: "Send to reviewers", onAction } });

  fireEvent.click(screen.getByRole("button", { name: "Send to reviewers" }));

  expect(onAction).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("Saved on this device.")).toBeNull();
});

describe("while dialogs are open", () => {
  beforeEach(() => {
    vi.useRealTimers();
  });

  const inside = (name: string) => within(screen.getByRole("dialog", { name }));

  test("a toast stands in the topmost one, since all else can't be used, and then in the page again", async () => {
    const page = (first: boolean, second: boolean) => (
      <>
        <ToastRegion />
        <Dialog open={first} title="First" onClose={() => {}}>
          <p>One</p>
        </Dialog>
        <Dialog open={second} title="Second" onClose={() => {}}>
          <p>Two</p>
        </Dialog>
      </>
    );
    const { rerender } = render(page(true, false));
    say("Content approved");
    expect(await inside("First").findByText("Content approved")).toBeTruthy();
    expect(screen.getByRole("status").getAttribute("popover")).toBe("manual");

    rerender(page(true, true));
    expect(await inside("Second").findByText("Content approved")).toBeTruthy();

    rerender(page(true, false));
    expect(await inside("First").findByText("Content approved")).toBeTruthy();

    rerender(page(false, false));
    expect(await screen.findByText("Content approved")).toBeTruthy();
    expect(screen.getByRole("status").hasAttribute("popover")).toBe(false);
  });

  test("a press on a toast's button acts, and leaves the dialog open", async () => {
    const onAction = vi.fn();
    const onClose = vi.fn();
    render(
      <>
        <ToastRegion />
        <Dialog open title="First" onClose={onClose}>
          <p>One</p>
        </Dialog>
      </>,
    );
    say("Content approved", { action: { label: "Open again", onAction } });
    fireEvent.click(await inside("First").findByRole("button", { name: "Open again" }));
    expect(onAction).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
  });
});
