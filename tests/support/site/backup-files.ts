import { execFile } from "node:child_process";
import { promisify } from "node:util";

const search = `
import sys, zipfile
backup = zipfile.ZipFile(sys.argv[1])
for name in backup.namelist():
    if any(word.encode() in backup.read(name) for word in sys.argv[2:]):
        print(name)
`;

/** The files of a backup that contain one of the words, anywhere in their bytes. */
export async function filesWith(backup: string, words: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)("python3", ["-c", search, backup, ...words]);
  return stdout.split("\n").filter((name) => name !== "");
}
