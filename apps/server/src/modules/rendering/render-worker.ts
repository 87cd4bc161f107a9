import { answerQuestions } from "../../lib/asked-thread.ts";
import { isArticleHtml, renderArticle, renderComment } from "../../lib/markdown.ts";
import type { Tasks } from "./tasks.ts";

/** The thread that renders members' texts: however long that takes, the server keeps running. */
answerQuestions<Tasks>(
  {
    article: renderArticle,
    comment: renderComment,
    isArticleHtml: ({ source, html }) => isArticleHtml(source, html),
  },
  () => "it could not be rendered",
);
