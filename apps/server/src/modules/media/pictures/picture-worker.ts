import { drawArt, drawCard } from "./draw-card.ts";
import { makePictures, sizeOf } from "./make.ts";
import { makeLogo } from "./make-logo.ts";
import { measureSound } from "./measure-sound.ts";
import type {
  ArtTask,
  CardAnswer,
  CardTask,
  LogoTask,
  PdfTask,
  PictureTask,
  SizeTask,
  SoundTask,
} from "./picture-tasks.ts";
import { readPdf } from "./read-pdf.ts";

type Task = PictureTask | SizeTask | ArtTask | CardTask | SoundTask | PdfTask | LogoTask;

/**
 * The process that decodes and draws pictures, measures recordings and reads PDFs: whatever a file does to the decoder, the server
 * keeps running and keeps its memory.
 */
process.on("message", async (task: Task) => {
  process.send?.(await answer(task));
});
// Ctrl+C and systemd signal every process of the site. The server ends this one: a file must not count as damaged because
// the site stopped.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.send?.("ready");

function answer(task: Task) {
  if (task.make === "size") return sizeOf(task);
  if (task.make === "card") return answerWith(drawCard(task));
  if (task.make === "art") return answerWith(drawArt(task));
  if (task.make === "logo") return makeLogo(task);
  if (task.make === "pdf") return readPdf(task);
  return task.make === "sound" ? measureSound(task) : makePictures(task);
}

const answerWith = (drawing: Promise<Buffer>): Promise<CardAnswer> =>
  drawing.then(
    (card) => ({ card }),
    () => ({ problem: "unavailable" }),
  );
