import { readCaptions } from "../../lib/captions.ts";
import { checkedBlocks } from "../../lib/checked-blocks.ts";
import {
  articlePictures,
  excerptOf,
  isArticleHtml,
  renderArticle,
  renderComment,
} from "../../lib/markdown.ts";
import { answerQuestions } from "../../lib/request-thread.ts";
import type { Tasks } from "./render-tasks.ts";

/** The thread that renders members' texts: however long that takes, the server keeps running. */
answerQuestions<Tasks>(
  {
    article: (source) => renderArticle(source),
    illustrated: ({ source, pictures }) => renderArticle(source, pictures),
    excerpt: excerptOf,
    pictures: articlePictures,
    comment: renderComment,
    checkedBlocks: ({ source, html }) => checkedBlocks(source, html),
    captions: ({ bytes, language }) => readCaptions(bytes, language),
    isArticleHtml: ({ source, html }) => isArticleHtml(source, html),
  },
  () => "it could not be rendered",
);
