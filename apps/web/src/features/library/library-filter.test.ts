import { act, renderHook } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { addressOf, isSameFilter, readFilter, useLibraryFilter, wholeLibrary } from "./library-filter.ts";

const read = (search: string) => readFilter(new URLSearchParams(search));

test("an address without parameters means the whole library", () => {
  expect(read("")).toEqual(wholeLibrary);
  expect(read("?q=+&type=&page=3")).toEqual(wholeLibrary);
  expect(addressOf(wholeLibrary)).toBe("");
});

test("filters survive being written to an address and read back", () => {
  const address = "?q=git+bisect&type=Video&category=Data+Science&language=fr";
  expect(read(address)).toEqual({ q: "git bisect", type: "Video", category: "Data Science", language: "fr" });
  expect(addressOf(read(address))).toBe(address);
});

test("a type or language is recognized in any case, and an unknown one is left out", () => {
  expect(read("?language=AR").language).toBe("ar");
  expect(read("?language=de").language).toBe("");
  expect(read("?type=aUDIO").type).toBe("Audio");
  expect(read("?type=podcast").type).toBe("");
});

test("a search longer than the server accepts is cut", () => {
  expect(read(`?q=${"x".repeat(900)}`).q).toHaveLength(200);
  // The server refuses half of an emoji.
  expect(read(`?q=x${"😀".repeat(300)}`).q).toBe(`x${"😀".repeat(199)}`);
});

test("filters are equal when they select the same", () => {
  expect(isSameFilter(read("?type=video&q=x"), { q: "x", type: "Video", category: "", language: "" })).toBe(
    true,
  );
  expect(isSameFilter(read("?q=x"), read("?q=y"))).toBe(false);
});

test("words that are typed while the address of a choice is on its way stay in the box", () => {
  const { result } = renderHook(() => useLibraryFilter(), { wrapper: MemoryRouter });
  act(() => {
    result.current.choose({ language: "ar" });
    result.current.type("stone");
  });
  expect(result.current).toMatchObject({ typed: "stone", filter: { language: "ar" } });
});
