import { makePictures } from "./make.ts";
import type { PictureTask } from "./tasks.ts";

/** The process that decodes pictures: whatever one does to the decoder, the server goes on and keeps its memory. */
process.on("message", async (task: PictureTask) => {
  process.send?.(await makePictures(task));
});
process.send?.("ready");
