import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { CleanHtml } from "./CleanHtml.tsx";

test("a picture of a text opens large and closes again; with a modifier key its link is the browser's own", async () => {
  const html =
    '<figure><a href="/media/a1.png"><picture><img src="/media/a1.png" alt="A cairn" width="900" height="450"></picture></a></figure>';
  render(<CleanHtml html={html} />);
  const user = userEvent.setup();
  const link = screen.getByRole("link", { name: "A cairn" });
  let isFollowed = false;
  const follow = (event: MouseEvent) => {
    isFollowed = !event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener("click", follow, { once: true });
  await user.keyboard("{Shift>}");
  await user.click(link);
  await user.keyboard("{/Shift}");
  expect(isFollowed).toBe(true);
  expect(screen.queryByRole("dialog")).toBeNull();

  await user.click(link);
  const dialog = await screen.findByRole("dialog", { name: "A cairn" });
  expect(dialog.querySelector("img")?.getAttribute("src")).toContain("/media/a1.png");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
