/** A chosen file with its path from the top folder, with slashes. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Numbers of two or four bytes, little end first. */
function fields(...numbers: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** Names are UTF-8. */
const utf8Names = 0x0800;
const version = 20;

/** A ZIP of the files as they are, not compressed: one call takes one file. Below 4 GB and 65,536 files. */
export async function packFiles(chosen: readonly ChosenFile[]): Promise<File> {
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { path, file } of chosen) {
    const name = new TextEncoder().encode(path);
    const crc = crc32(new Uint8Array(await file.arrayBuffer()));
    // version, flags, stored, time, date, sum, packed and plain size, lengths of the name and of nothing more
    const facts = [
      [version, 2],
      [utf8Names, 2],
      [0, 2],
      [0, 2],
      [0x21, 2],
      [crc, 4],
      [file.size, 4],
      [file.size, 4],
      [name.length, 2],
      [0, 2],
    ] as const;
    const head = fields([0x04034b50, 4], ...facts);
    parts.push(head, name, file);
    directory.push(
      fields([0x02014b50, 4], [version, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    );
    offset += head.length + name.length + file.size;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = chosen.length;
  const end = fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
  return new File([...parts, ...directory, end], "work.zip", { type: "application/zip" });
}
