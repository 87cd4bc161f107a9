import { makePictures } from "./make.ts";
import type { PictureTask } from "./tasks.ts";

/**
 * The process that decodes pictures: whatever a picture does to the decoder, the server keeps running and keeps its
 * memory.
 */
process.on("message", async (task: PictureTask) => {
  process.send?.(await makePictures(task));
});
process.send?.("ready");
