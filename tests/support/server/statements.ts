import type { TestApp } from "./app.ts";

/**
 * Statements that the database runs during this work. What the app does in the background counts too, so compare with
 * the number of calls.
 */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  let statements = 0;
  app.db.observe(() => {
    statements += 1;
  });
  await work();
  app.db.observe(() => {});
  return statements;
}
