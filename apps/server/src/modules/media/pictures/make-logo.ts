import sharp from "sharp";
import type { LogoForm } from "../../../lib/site-look.ts";
import { orProblem } from "./make.ts";
import { hasCheapHeader } from "./picture-chunks.ts";
import type { CardAnswer, LogoTask } from "./picture-tasks.ts";

/** In pixels: what pages show beside the name, at three times its size. */
const [widest, highest] = [480, 96];
/** Devices cut a maskable icon to its middle (80 %), and show the others as they are. */
const margins: Readonly<Record<Exclude<LogoForm, "logo">, number>> = {
  "icon-180": 16,
  "icon-192": 0,
  "icon-512": 0,
  "maskable-512": 96,
};
/** Icons of devices have no transparent parts. */
const filled: readonly LogoForm[] = ["icon-180", "maskable-512"];

/** Makes one form of a logo as a PNG. */
export const makeLogo = ({ source, form, maxPixels }: LogoTask): Promise<CardAnswer> =>
  orProblem(true, async (): Promise<CardAnswer> => {
    if (!(await hasCheapHeader(source))) return { problem: "file_type_refused" };
    const found = await sharp(source, { limitInputPixels: false }).metadata();
    if (found.width * found.height > maxPixels) return { problem: "picture_too_large" };
    const picture = sharp(source, { limitInputPixels: maxPixels }).autoOrient();
    if (form === "logo") {
      const logo = picture.resize({
        width: widest,
        height: highest,
        fit: "inside",
        withoutEnlargement: true,
      });
      return { card: await logo.png({ compressionLevel: 9 }).toBuffer() };
    }
    const background = filled.includes(form) ? "#ffffff" : { r: 0, g: 0, b: 0, alpha: 0 };
    const margin = margins[form];
    const side = Number(form.split("-")[1]) - 2 * margin;
    const square = picture
      .resize(side, side, { fit: "contain", background })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background });
    const whole = filled.includes(form) ? square.flatten({ background: "#ffffff" }) : square;
    return { card: await whole.png({ compressionLevel: 9 }).toBuffer() };
  });
