import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./Button.tsx";

test("a busy button says what it is doing and ignores presses", async () => {
  const handleClick = vi.fn();
  render(
    <Button working workingText="Sending..." onClick={handleClick}>
      Next
    </Button>,
  );

  const button = screen.getByRole("button", { name: "Sending..." });
  await userEvent.click(button);

  expect(button).toHaveProperty("disabled", true);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(handleClick).not.toHaveBeenCalled();
});

test("a button keeps room for the text it does not show", () => {
  const { container, rerender } = render(<Button workingText="Sending...">Next</Button>);
  const absent = () => container.querySelector("[data-absent]")?.getAttribute("data-absent");
  expect(screen.getByRole("button").textContent).toBe("Next");
  expect(absent()).toBe("Sending...");

  rerender(
    <Button working workingText="Sending...">
      Next
    </Button>,
  );

  expect(screen.getByRole("button").textContent).toBe("Sending...");
  expect(absent()).toBe("Next");
});

test("a button in a form submits it only with type submit", async () => {
  const handleSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form onSubmit={handleSubmit}>
      <Button>Cancel</Button>
      <Button type="submit">Save</Button>
    </form>,
  );

  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(handleSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(handleSubmit).toHaveBeenCalledTimes(1);
});
