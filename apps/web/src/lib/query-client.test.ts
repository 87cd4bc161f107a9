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

test("cached answers last as long as their session", () => {
  signIn("one");
  currentQueryClient().setQueryData(["me"], { name: "Amina" });
  storeAccessToken("access-two");
  expect(remembered()).toEqual({ name: "Amina" });
  endSession();
  expect(remembered()).toBeUndefined();
});

test("an answer that arrives after its session ended does not reach the next session", () => {
  signIn("one");
  const before = currentQueryClient();
  signIn("two");
  before.setQueryData(["me"], { name: "Amina" });
  expect(remembered()).toBeUndefined();
});
