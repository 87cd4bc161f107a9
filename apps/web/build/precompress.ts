import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressible = /\.(?:html|js|css|svg|json|txt|xml|webmanifest|map)$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Lays `.br` and `.gz` beside every text file of the site, so that the server never compresses one. */
export async function precompress(folder: string) {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files.filter((file) => compressible.test(file)).map((file) => compress(join(folder, file))),
  );
}

async function compress(file: string) {
  const bytes = await readFile(file);
  const brotli = await toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  await writeFile(`${file}.br`, brotli);
  await writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 }));
}
