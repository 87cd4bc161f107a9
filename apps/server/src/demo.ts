/** The product imports the demo only through this file: add here what else it needs. */
export { sampleArticles } from "../../../demo/feeds/articles.ts";
export { sampleVideos } from "../../../demo/feeds/videos.ts";
export { demoAccounts, seedDemo } from "../../../demo/write.ts";
