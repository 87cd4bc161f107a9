import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDelayedFlag } from "./useDelayedFlag.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const wait = (time: number) => act(() => vi.advanceTimersByTime(time));
const follow = () =>
  renderHook(({ loading }) => useDelayedFlag(loading), { initialProps: { loading: true } });

test("a fast answer shows no loading sign", () => {
  const { result, rerender } = follow();
  wait(149);
  rerender({ loading: false });
  wait(1000);
  expect(result.current).toBe(false);
});

test("a loading sign appears after 150 ms and stays for at least 300 ms", () => {
  const { result, rerender } = follow();
  wait(149);
  expect(result.current).toBe(false);
  wait(1);
  expect(result.current).toBe(true);

  wait(100);
  rerender({ loading: false });
  wait(199);
  expect(result.current).toBe(true);
  wait(1);
  expect(result.current).toBe(false);
});

test("a loading sign that has shown long enough disappears with the answer", () => {
  const { result, rerender } = follow();
  wait(150 + 2000);
  rerender({ loading: false });
  wait(0);
  expect(result.current).toBe(false);
});
