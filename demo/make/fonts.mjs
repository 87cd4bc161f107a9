// The site's own two families as static TrueType files: neither librsvg nor espeak's neighbours read variable woff2.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const families = [
  ["bricolage-grotesque", "Bricolage Grotesque", [720]],
  ["hanken-grotesk", "Hanken Grotesk", [420, 630, 700]],
];

// fonttools turns one weight of the variable font into a file of its own and gives it a plain family name.
const instance = `
import sys
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
source, target, family, weight = sys.argv[1:]
font = TTFont(source)
font.flavor = None
font = instantiateVariableFont(font, {"wght": int(weight)})
for record in list(font["name"].names):
    if record.nameID in (16, 17, 21, 22, 25):
        font["name"].removeNames(nameID=record.nameID)
font["name"].setName(family, 1, 3, 1, 0x409)
font["name"].setName("Regular", 2, 3, 1, 0x409)
font["name"].setName(family + " " + weight, 4, 3, 1, 0x409)
font["name"].setName(family.replace(" ", "") + "-" + weight, 6, 3, 1, 0x409)
font["OS/2"].usWeightClass = int(weight)
font.save(target)
`;

/** Writes the fonts and a fontconfig file into `folder`; must run before sharp is first imported. */
export function prepareFonts(root, folder) {
  mkdirSync(folder, { recursive: true });
  for (const [slug, family, weights] of families) {
    const source = join(
      root,
      "node_modules/@fontsource-variable",
      slug,
      "files",
      `${slug}-latin-wght-normal.woff2`,
    );
    for (const weight of weights) {
      execFileSync("/usr/bin/python3", [
        "-c",
        instance,
        source,
        join(folder, `${slug}-${weight}.ttf`),
        family,
        String(weight),
      ]);
    }
  }
  const config = join(folder, "fonts.conf");
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  process.env.FONTCONFIG_FILE = config;
}
