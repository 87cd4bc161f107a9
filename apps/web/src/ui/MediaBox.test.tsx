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

test("a picture offers its smaller files over its colour, then the file itself, then the art", () => {
  const files = ["avif", "webp"].flatMap((format) =>
    [400, 800].map((width) => ({ url: `/media/d${width}.${format}`, type: `image/${format}`, width })),
  );
  const { container } = render(
    <MediaBox title="Deploys" src="/media/d.jpg" alt="Two racks" sources={files} colour="#224466" />,
  );
  const offered = () =>
    [...container.querySelectorAll("source")].map((source) => [source.type, source.getAttribute("srcset")]);
  expect(offered()).toEqual([
    ["image/avif", "/media/d400.avif 400w, /media/d800.avif 800w"],
    ["image/webp", "/media/d400.webp 400w, /media/d800.webp 800w"],
  ]);
  expect(container.querySelector("rect")?.getAttribute("fill")).toBe("#224466");
  expect(container.querySelector("[style]")).toBeNull();

  fireEvent.error(screen.getByRole("img", { name: "Two racks" }));
  expect(offered()).toEqual([]);
  expect(screen.getByRole("img", { name: "Two racks" }).getAttribute("src")).toBe("/media/d.jpg");

  fireEvent.error(screen.getByRole("img", { name: "Two racks" }));
  expect(screen.queryByRole("img")).toBeNull();
});
