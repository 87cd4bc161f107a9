import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { MediaBox } from "./MediaBox.tsx";

test("content without a picture shows the art of its title", () => {
  const { container } = render(<MediaBox title="Postgres indexes that actually help" />);

  expect(container.querySelector("svg.thumb-art")?.getAttribute("aria-hidden")).toBe("true");
  expect(container.querySelector("img")).toBeNull();
});

test("a picture that fails is replaced by the art", () => {
  const { container } = render(
    <MediaBox title="Deploys" src="/media/deploys.jpg" alt="Two racks of servers" />,
  );
  expect(container.querySelector("svg.thumb-art")).toBeNull();

  fireEvent.error(screen.getByRole("img", { name: "Two racks of servers" }));

  expect(container.querySelector("svg.thumb-art")).not.toBeNull();
  expect(screen.queryByRole("img")).toBeNull();
});
