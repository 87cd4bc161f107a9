import { parentPort } from "node:worker_threads";
import { OutsideFailure } from "../../../lib/outside-failure.ts";
import { readArticles, readArticleText } from "./articles.ts";
import { cleanHtml } from "./clean-html.ts";
import type { Answer, Question, TaskName, Tasks } from "./tasks.ts";
import { readVideos } from "./videos.ts";

/** The thread that reads what came from outside: whatever it does to a parser, the server goes on. */
if (!parentPort) throw new Error("feed-worker.ts runs as a worker thread");
const port = parentPort;

const work: { [Name in TaskName]: (input: Tasks[Name][0]) => Tasks[Name][1] } = {
  videos: ({ bytes, source }) => readVideos(bytes, source),
  articles: ({ bytes }) => readArticles(bytes),
  articleText: ({ bytes, id }) => readArticleText(bytes, id),
  clean: ({ html }) => cleanHtml(html),
};

function answer({ task, input }: Question): Answer {
  try {
    return { output: work[task](input as never) };
  } catch (error) {
    // Too deep for a parser, for instance.
    return { problem: error instanceof OutsideFailure ? error.message : "it could not be read" };
  }
}

port.on("message", (question: Question) => port.postMessage(answer(question)));
port.postMessage("ready");
