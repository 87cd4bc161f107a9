import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
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
