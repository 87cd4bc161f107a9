import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Field } from "./Field.tsx";
import { Select } from "./Select.tsx";
import { TextArea, TextInput } from "./TextInput.tsx";

const describedBy = (control: HTMLElement) =>
  [...(document.getElementById(control.getAttribute("aria-describedby") ?? "")?.children ?? [])]
    .map(({ textContent }) => textContent)
    .join(" ");

test("a field's label names its control, and its hint describes it", () => {
  render(
    <Field label="Phone" optional hint="With the country's code.">
      <TextInput type="tel" />
    </Field>,
  );

  const input = screen.getByRole("textbox", { name: "Phone (optional)" });
  expect(describedBy(input)).toBe("With the country's code.");
  expect(input.getAttribute("aria-invalid")).toBeNull();
});

test("an error stands below the hint, marks the control and is announced", () => {
  render(
    <Field label="Title" hint="Short is good." error="Title and description are required.">
      <TextInput />
    </Field>,
  );

  const input = screen.getByRole("textbox", { name: "Title" });
  expect(describedBy(input)).toBe("Short is good. Title and description are required.");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toBe("Title and description are required.");
});

test("selects and text areas find their field as inputs do", () => {
  render(
    <>
      <Field label="Category" error="Please select a category.">
        <Select>
          <option value="">Select a category</option>
        </Select>
      </Field>
      <Field label="Description">
        <TextArea />
      </Field>
    </>,
  );

  expect(describedBy(screen.getByRole("combobox", { name: "Category" }))).toBe("Please select a category.");
  expect(screen.getByRole("textbox", { name: "Description" })).toBeTruthy();
});

test("in a toolbar a select carries its name inside", () => {
  render(
    <Select inlineLabel="Filter by">
      <option>All</option>
      <option>Video</option>
    </Select>,
  );

  expect(screen.getByRole("combobox", { name: /^Filter by/ })).toBeTruthy();
});
