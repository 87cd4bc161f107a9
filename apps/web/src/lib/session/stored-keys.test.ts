import { storageKeys } from "@cairn/contract";
import { expect, test } from "vitest";
import { startSession } from "./session.ts";

test("a session is stored under access_token, refresh_token, user_role and user_id", () => {
  startSession({ access_token: "access-1", refresh_token: "refresh-1", role: "Admin", user_id: 4 });
  expect({ ...window.localStorage }).toEqual({
    access_token: "access-1",
    refresh_token: "refresh-1",
    user_role: "Admin",
    user_id: "4",
  });
});

test("the contract names every key of the spec", () => {
  expect(Object.values(storageKeys)).toEqual(
    expect.arrayContaining([
      "access_token",
      "refresh_token",
      "user_role",
      "user_id",
      "resetEmail",
      "videos",
      "articles",
      "likes",
      "comments",
      "pendingPosts",
    ]),
  );
});
