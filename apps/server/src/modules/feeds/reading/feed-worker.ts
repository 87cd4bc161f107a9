import { ExternalFailure } from "../../../lib/external-failure.ts";
import { answerQuestions } from "../../../lib/request-thread.ts";
import { readArticles, readArticleText } from "./articles.ts";
import { cleanHtml } from "./clean-html.ts";
import type { Tasks } from "./feed-tasks.ts";
import { readVideos } from "./videos.ts";

/** The thread that parses external data: whatever the data does to a parser, the server keeps running. */
answerQuestions<Tasks>(
  {
    videos: ({ bytes, source }) => readVideos(bytes, source),
    articles: ({ bytes }) => readArticles(bytes),
    articleText: ({ bytes, id }) => readArticleText(bytes, id),
    clean: ({ html, address }) => cleanHtml(html, address),
  },
  // Anything else is a failure of the parser itself, for instance on input nested too deeply.
  (error) => (error instanceof ExternalFailure ? error.message : "it could not be read"),
);
