import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useFirstValue } from "./asked-item.ts";

test("what was opened stays as it was until another item is opened, or none", () => {
  const none: { id?: number; value?: string } = {};
  const { result, rerender } = renderHook(({ id, value }) => useFirstValue(id, value), {
    initialProps: none,
  });
  const shownFor = (id?: number, value?: string) => {
    rerender({ ...(id !== undefined && { id }), ...(value !== undefined && { value }) });
    return result.current;
  };
  expect(result.current).toBeUndefined();
  expect(shownFor(7, "revision 2")).toBe("revision 2");
  expect(shownFor(7, "revision 3")).toBe("revision 2");
  expect(shownFor(7)).toBe("revision 2");
  expect(shownFor(8)).toBeUndefined();
  expect(shownFor(8, "revision 1")).toBe("revision 1");
  expect(shownFor()).toBeUndefined();
  expect(shownFor(8, "revision 4")).toBe("revision 4");
});
