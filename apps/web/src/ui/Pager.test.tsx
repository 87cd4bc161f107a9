import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Dots, Pager } from "./Pager.tsx";

const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;

test("a pager stops at both ends", async () => {
  const onPage = vi.fn();
  const { rerender } = render(<Pager label="Pages" page={1} pages={2} onPage={onPage} />);
  expect([isDisabled("Previous"), isDisabled("Next")]).toEqual([true, false]);

  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(onPage).toHaveBeenLastCalledWith(2);

  rerender(<Pager label="Pages" page={2} pages={2} onPage={onPage} />);
  expect([isDisabled("Previous"), isDisabled("Next")]).toEqual([false, true]);
  expect(screen.getByText(/^Page/).textContent).toBe("Page 2 of 2");
});

test("dots name their slides and mark the current one", async () => {
  const onSelect = vi.fn();
  render(<Dots count={3} current={1} onSelect={onSelect} />);

  expect(screen.getByRole("button", { current: true }).getAttribute("aria-label")).toBe("Go to slide 2");
  await userEvent.click(screen.getByRole("button", { name: "Go to slide 3" }));
  expect(onSelect).toHaveBeenCalledWith(2);
});
