import { buildTestApp, password, signUp } from "@tests/support/server/app.ts";
import { expect, test } from "vitest";

test("passwords do not expire, and nobody is asked to change theirs", async () => {
  const app = await buildTestApp();
  const { email } = await signUp(app);
  app.passTime(10 * 365 * 24 * 60 * 60 * 1000);
  const { status, body } = await app.call("POST", "/auth/login", { body: { email, password } });
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(["access_token", "refresh_token", "role", "user_id"]);
  await app.close();
});
