import { expect, test } from "vitest";
import { currentQueryClient } from "./query-client.ts";
import { endSession, startSession, storeAccessToken } from "./session/session.ts";

const signIn = (name: string) =>
  startSession({
    access_token: `access-${name}`,
    refresh_token: `refresh-${name}`,
    role: "User",
    user_id: 7,
  });

const remembered = () => currentQueryClient().getQueryData(["me"]);

test("cached answers live as long as their session, and are gone with it", () => {
  signIn("one");
  currentQueryClient().setQueryData(["me"], { name: "Amina" });
  storeAccessToken("access-two");
  expect(remembered()).toEqual({ name: "Amina" });
  endSession();
  expect(remembered()).toBeUndefined();
});

test("an answer that comes too late for its session reaches nobody else", () => {
  signIn("one");
  const before = currentQueryClient();
  signIn("two");
  before.setQueryData(["me"], { name: "Amina" });
  expect(remembered()).toBeUndefined();
});
