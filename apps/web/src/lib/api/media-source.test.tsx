import { render } from "@testing-library/react";
import { sampleMedia } from "@tests/support/web/content-samples.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { CurrentFile } from "../../features/writing/form/ContentForm.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import * as host from "./host.ts";

// As a site is built whose server is on another host.
beforeEach(() => {
  vi.spyOn(host, "apiHost", "get").mockReturnValue("https://api.example");
});

const sourceIn = (view: HTMLElement) => view.querySelector("img")?.getAttribute("src");

test("photos come from the server's host, and a photo that was just chosen from the device", () => {
  const { container, rerender } = render(<Avatar name="Amina Yusuf" photo="/media/amina.jpg" />);
  expect(sourceIn(container)).toBe("https://api.example/media/amina.jpg");
  rerender(<Avatar name="Amina Yusuf" photo="blob:https://cairn.example/1" />);
  expect(sourceIn(container)).toBe("blob:https://cairn.example/1");
});

test("the file that a post has already comes from the server's host while the post is edited", () => {
  const { container } = render(
    <CurrentFile media={sampleMedia({ url: "/media/tree.jpg", type: "image/jpeg" })} />,
  );
  expect(sourceIn(container)).toBe("https://api.example/media/tree.jpg");
});
