import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { NotificationCard } from "./NotificationList.tsx";
import type { Notice } from "./notice.ts";

const notice: Notice = {
  key: "1",
  id: 1,
  type: "System",
  message: "New audio by Linh Hoang",
  subMessage: "My first on-call week [Listen Now]",
  created_at: null,
  isUnread: false,
  isNew: false,
  url: "/posts/4",
};

const cardOf = (shown: Notice) =>
  render(
    <MemoryRouter>
      <NotificationCard notice={shown} onToggle={() => {}} onAction={() => {}} />
    </MemoryRouter>,
  ).container;
const tileOf = (shown: Notice) => cardOf(shown).querySelector(".type-tile")?.className;

test("a notification about audio has the type System and the look of audio", () => {
  expect(tileOf(notice)).toContain("tile-audio");
  expect(tileOf({ ...notice, subMessage: "Chrome on Linux [Review]" })).toContain("tile-system");
});

test("an approved, a flagged and a returned post have signs of their own", () => {
  const messages = ["Your post was approved", "Your post was flagged: an advert", "Your post needs work"];
  const signs = messages.map(
    (message) => cardOf({ ...notice, message }).querySelector(".kit-tile")?.className,
  );
  expect(signs).toEqual(["success", "danger", "warn"].map((tone) => expect.stringContaining(`tone-${tone}`)));
});
