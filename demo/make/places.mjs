import { readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";

const demo = join(import.meta.dirname, "..");

export const types = {
  ".jpg": "image/jpeg",
  ".mp4": "video/mp4",
  ".m4a": "audio/mp4",
  ".pdf": "application/pdf",
};

/** All media of the demo by their names, as paths from demo/. */
export const mediaPaths = () =>
  ["items", "portraits"]
    .flatMap((folder) =>
      readdirSync(join(demo, folder), { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((path) => extname(path) in types)
    .sort((one, other) => (basename(one) < basename(other) ? -1 : 1));

/** Where a file lies: beside its item; a new one belongs to the item of its name. */
export const placeOf = (name) =>
  join(
    demo,
    mediaPaths().find((path) => basename(path) === name) ?? `items/${basename(name, extname(name))}/${name}`,
  );
