import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { ConfigError } from "./config.ts";

/**
 * Settings of the `.env` in this folder, if there is one. What the environment sets already stays.
 * @throws ConfigError if this user may not read it, if it is not text, or if a name has invalid characters
 */
export function loadSettingsFile(file = ".env"): void {
  if (!existsSync(file)) return;
  for (const [name, value] of Object.entries(parseEnv(textOf(file)))) {
    if (!/^[\w.-]+$/.test(name))
      throw new ConfigError(
        `${file} has a setting with signs in its name that no setting has: ${seen(name)}`,
      );
    process.env[name] ??= value;
  }
}

/** The name with invisible characters as their code numbers, e.g. a byte order mark or a no-break space. */
const seen = (name: string) =>
  name.replace(
    /[^\x20-\x7e]/g,
    (sign) => `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );

/** Editors and shells of Windows write UTF-16, or a mark before the first byte: Node takes either for a part of a name. */
function textOf(file: string): string {
  const bytes = read(file);
  const encoding = encodings.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark))?.name ?? "utf-8";
  // The decoder drops the mark.
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes("\0"))
    throw new ConfigError(`${file} is not written in UTF-8: save it again with the encoding UTF-8`);
  return text;
}

const encodings = [
  { name: "utf-16le", mark: Buffer.from([0xff, 0xfe]) },
  { name: "utf-16be", mark: Buffer.from([0xfe, 0xff]) },
];

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (!["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    throw new ConfigError(`${file} may not be read by this user: run Cairn as the one that it belongs to`);
  }
}
