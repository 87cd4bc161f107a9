import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter, useNavigate } from "react-router";
import { expect, test, vi } from "vitest";
import { useEntryState } from "./useEntryState.ts";

const readPage = (noted: unknown) => (typeof noted === "number" ? noted : 1);
const wrapper = ({ children }: { children: ReactNode }) => <BrowserRouter>{children}</BrowserRouter>;

function openPage(path: string) {
  window.history.replaceState(null, "", path);
  const { result, unmount } = renderHook(
    () => ({ page: useEntryState("page", readPage), navigate: useNavigate() }),
    { wrapper },
  );
  return { now: () => result.current, unmount };
}

const goBack = () => act(() => window.history.back());

test("a kept value survives a reload, and changes neither the address nor the history", () => {
  const { now, unmount } = openPage("/feedpage");
  const entries = window.history.length;
  act(() => now().page.keep(4));
  expect(now().page.value).toBe(4);
  unmount();
  const reloaded = renderHook(() => useEntryState("page", readPage), { wrapper });
  expect(reloaded.result.current.value).toBe(4);
  expect(window.history.length).toBe(entries);
  expect(window.location.href).toMatch(/\/feedpage$/);
});

test("it belongs to its history entry: a new visit to the same address starts empty, and Back restores the old value", async () => {
  const { now } = openPage("/feedpage");
  act(() => now().page.keep(4));
  await act(async () => now().navigate("/feedpage"));
  expect(now().page.value).toBe(1);
  goBack();
  await waitFor(() => expect(now().page.value).toBe(4));
});

test("Back leaves a pushed value", async () => {
  const { now } = openPage("/feedpage");
  act(() => now().page.push(7));
  expect(now().page.value).toBe(7);
  goBack();
  await waitFor(() => expect(now().page.value).toBe(1));
});

test("leaving twice before the browser has gone back goes back one step, not two", async () => {
  const back = vi.spyOn(window.history, "back");
  const { now } = openPage("/feedpage");
  act(() => now().page.push(7));
  act(() => now().page.leave());
  expect(now().page.value).toBe(1);
  act(() => now().page.leave());
  expect(back).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(window.history.state).not.toHaveProperty("page"));
});

test("a foreign value in the history state is ignored", () => {
  window.history.replaceState({ page: "four" }, "", "/feedpage");
  const { result } = renderHook(() => useEntryState("page", readPage), { wrapper });
  expect(result.current.value).toBe(1);
});
