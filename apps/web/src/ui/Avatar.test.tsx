import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar, initialsOf } from "./Avatar.tsx";

test.each([
  ["Amina Yusuf", "AY"],
  ["Grace van der Berg", "GB"],
  ["priya", "P"],
  ["  Tomás   Ribeiro ", "TR"],
  ["", ""],
])("the initials of %j are %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("a photo that fails is replaced by the initials", () => {
  const { container } = render(<Avatar name="Amina Yusuf" photo="/media/amina.jpg" />);
  const photo = container.querySelector("img");
  expect(container.textContent).toBe("");

  if (photo) fireEvent.error(photo);

  expect(container.querySelector("img")).toBeNull();
  expect(container.textContent).toBe("AY");
});

test("a new photo is tried although the old one failed", () => {
  const { container, rerender } = render(<Avatar name="Amina Yusuf" photo="/media/old.jpg" />);
  const old = container.querySelector("img");
  if (old) fireEvent.error(old);

  rerender(<Avatar name="Amina Yusuf" photo="/media/new.jpg" />);

  expect(container.querySelector("img")?.getAttribute("src")).toBe("/media/new.jpg");
});

test("a name that has not loaded has no tint", () => {
  const { container } = render(<Avatar name="" />);
  expect(container.firstElementChild?.className).toContain("tintNone");
});

test("a name keeps its tint, and the tint needs no style attribute", () => {
  const tintOf = (name: string) => render(<Avatar name={name} />).container.firstElementChild;
  expect(tintOf("Amina Yusuf")?.className).toBe(tintOf("Amina Yusuf")?.className);
  expect(tintOf("Amina Yusuf")?.getAttribute("style")).toBeNull();
});
