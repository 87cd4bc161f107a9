import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Field } from "./Field.tsx";
import { PasswordInput } from "./TextInput.tsx";

test("a password is hidden until the toggle shows it", async () => {
  render(
    <Field label="Password">
      <PasswordInput autoComplete="current-password" />
    </Field>,
  );
  const input = screen.getByLabelText("Password");
  await userEvent.type(input, "trailhead24");
  expect(input.getAttribute("type")).toBe("password");

  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(input.getAttribute("type")).toBe("text");
  expect(input).toHaveProperty("value", "trailhead24");

  await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input.getAttribute("type")).toBe("password");
});

test("showing a password does not submit its form", async () => {
  let submitted = false;
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted = true;
      }}
    >
      <PasswordInput aria-label="Password" autoComplete="current-password" />
    </form>,
  );

  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(submitted).toBe(false);
});
