import { type BrowserContext, test as base, expect } from "@playwright/test";
import { Problems } from "./problems.ts";

interface Fixtures {
  problems: Problems;
  /** Another person's browser, watched like the first. */
  anotherBrowser: () => Promise<BrowserContext>;
}

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => {
    await use(process.env.CAIRN_URL);
  },
  problems: [
    async ({}, use) => {
      const problems = new Problems();
      await use(problems);
      const report = problems.report();
      // In the first line, which may be all that is left of a run on another machine.
      expect(report, `problems in the browser: ${report.join("; ").replaceAll("\n", " ")}`).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, problems }, use) => {
    await problems.watch(context);
    await use(context);
  },
  anotherBrowser: async ({ browser, baseURL, problems }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL });
      contexts.push(context);
      await problems.watch(context);
      return context;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };
