import { drawCard } from "./draw-card.ts";
import { makePictures } from "./make.ts";
import { measureSound } from "./measure-sound.ts";
import type { CardAnswer, CardTask, PictureTask, SoundTask } from "./tasks.ts";

/**
 * The process that decodes and draws pictures, and measures recordings: whatever a file does to the decoder, the server
 * keeps running and keeps its memory.
 */
process.on("message", async (task: PictureTask | CardTask | SoundTask) => {
  process.send?.(await answer(task));
});
process.send?.("ready");

function answer(task: PictureTask | CardTask | SoundTask) {
  if (task.make === "card") return answerWithCard(task);
  return task.make === "sound" ? measureSound(task) : makePictures(task);
}

const answerWithCard = (task: CardTask): Promise<CardAnswer> =>
  drawCard(task).then(
    (card) => ({ card }),
    () => ({ problem: "unavailable" }),
  );
