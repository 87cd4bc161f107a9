// Writes demo/media-facts.ts: what is known about each file without opening it at seed time.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { mediaPaths, types } from "./places.mjs";

const pagesOf = (file) => {
  const [, pages] = /^Pages:\s+(\d+)/m.exec(execFileSync("pdfinfo", [file], { encoding: "utf8" })) ?? [];
  return Number(pages);
};

function probe(file) {
  const answer = execFileSync(
    "ffprobe",
    ["-v", "error", "-show_streams", "-show_format", "-of", "json", file],
    { encoding: "utf8" },
  );
  const { streams, format } = JSON.parse(answer);
  const picture = streams.find((stream) => stream.codec_type === "video");
  const still = extname(file) === ".jpg";
  return {
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    duration: still ? null : Math.round(Number(format.duration)),
  };
}

export function make({ root }) {
  const rows = mediaPaths().map((path) => {
    const type = types[extname(path)];
    const file = join(root, "demo", path);
    const isPdf = type === "application/pdf";
    const { width, height, duration } = isPdf ? { width: null, height: null, duration: null } : probe(file);
    const pages = isPdf ? `, pages: ${pagesOf(file)}` : "";
    return `  "${path}": { type: "${type}", width: ${width}, height: ${height}, duration_seconds: ${duration}${pages} },`;
  });
  writeFileSync(
    join(root, "demo/media-facts.ts"),
    `// Written by demo/make/facts.mjs; make the media again rather than edit this.

interface DemoMediaFacts {
  type: string;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  /** Of a PDF. */
  pages?: number;
}

/** What cannot be read cheaply at seed time, by its path here. */
export const demoMedia: Readonly<Record<string, DemoMediaFacts>> = {
${rows.join("\n")}
};
`,
  );
  return `media-facts.ts ${rows.length} files`;
}
