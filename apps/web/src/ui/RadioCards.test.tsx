import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { RadioCards } from "./RadioCards.tsx";

const options = [
  { value: "Admin", label: "Admin" },
  { value: "TechWriter", label: "Tech Writer" },
  { value: "User", label: "User" },
];

const card = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

test("the cards are one group, named by their legend", () => {
  render(<RadioCards legend="Role" name="role" options={options} />);

  expect(screen.getByRole("group", { name: "Role" })).toBeTruthy();
  expect(screen.getAllByRole("radio").every((radio) => !(radio as HTMLInputElement).checked)).toBe(true);
});

test("arrow keys move the choice through the cards", async () => {
  const handleChange = vi.fn((event: { target: { value: string } }) => event.target.value);
  render(
    <RadioCards legend="Role" name="role" defaultValue="Admin" options={options} onChange={handleChange} />,
  );

  await userEvent.tab();
  expect(document.activeElement).toBe(card("Admin"));
  await userEvent.keyboard("{ArrowRight}");

  expect(document.activeElement).toBe(card("Tech Writer"));
  expect(card("Tech Writer").checked).toBe(true);
  expect(handleChange).toHaveLastReturnedWith("TechWriter");
});

test("a press anywhere on a card chooses it", async () => {
  render(<RadioCards legend="Role" name="role" options={options} />);

  await userEvent.click(screen.getByText("Tech Writer"));
  expect(card("Tech Writer").checked).toBe(true);
});

test("a controlled group shows its parent's value", async () => {
  render(<RadioCards legend="Role" name="role" value="User" options={options} onChange={() => {}} />);

  await userEvent.click(card("Admin"));
  expect(card("User").checked).toBe(true);
});

test("a missing choice is announced and described", () => {
  render(<RadioCards legend="Role" name="role" error="Please select a role" options={options} />);

  const error = screen.getByRole("alert");
  expect(error.textContent).toBe("Please select a role");
  const described = screen.getByRole("group", { name: "Role" }).getAttribute("aria-describedby");
  expect(document.getElementById(described ?? "")?.contains(error)).toBe(true);
});
