import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";
import { type PageAnswers, publicPages, type ShownSite } from "@cairn/contract";
import { answerQuestions } from "../../lib/request-thread.ts";
import type { PageName, PageTasks } from "./page-tasks.ts";

/** The part of the built site (apps/web/src/app/prerender.tsx) that this thread calls. */
interface Renderer {
  renderAnswers(
    name: PageName,
    path: string,
    answers: PageAnswers[PageName],
    site: ShownSite,
  ): Promise<{ head: string; body: string; data: string }>;
}

const folder = String(workerData);
const renderer: Renderer = await import(pathToFileURL(join(folder, "prerender.js")).href);
/** The frame of a page, in the pieces around its head, its body and its data. */
const frameOf = (name: PageName) =>
  readFileSync(join(folder, `${name}.html`), "utf8").split(/<!--(?:head|page|data)-->/);
const names = Object.keys(publicPages) as PageName[];
const frames = Object.fromEntries(names.map((name) => [name, frameOf(name)])) as Record<PageName, string[]>;

/** The thread that renders pages with the site's own components: however long that takes, calls are answered. */
answerQuestions<PageTasks>(
  {
    async page({ name, path, tags, answers, site }) {
      const page = await renderer.renderAnswers(name, path, answers, site);
      const [start, afterHead, afterBody, end] = frames[name];
      return [start, page.head, tags, afterHead, page.body, afterBody, page.data, end].join("");
    },
  },
  (error) => (error instanceof Error ? error.message : "it could not be rendered"),
);
