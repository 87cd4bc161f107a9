// Writes seed/media.ts: what is known about each file without opening it at seed time.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";

const types = {
  ".jpg": "image/jpeg",
  ".mp4": "video/mp4",
  ".m4a": "audio/mp4",
  ".pdf": "application/pdf",
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

export function make({ target }) {
  const rows = readdirSync(target)
    .sort()
    .map((name) => {
      const type = types[extname(name)];
      const { width, height, duration } =
        type === "application/pdf"
          ? { width: null, height: null, duration: null }
          : probe(join(target, name));
      return `  "${name}": { type: "${type}", width: ${width}, height: ${height}, duration_seconds: ${duration} },`;
    });
  writeFileSync(
    join(target, "../media.ts"),
    `// Written by scripts/make-demo-media/facts.mjs; make the media again rather than edit this.

interface DemoMediaFacts {
  type: string;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
}

/** What cannot be read cheaply at seed time, by file name in media/. */
export const demoMedia: Readonly<Record<string, DemoMediaFacts>> = {
${rows.join("\n")}
};
`,
  );
  return `media.ts ${rows.length} files`;
}
