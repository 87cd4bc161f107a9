import { readFile } from "node:fs/promises";
import type { PdfFacts, PdfTask } from "./picture-tasks.ts";

/**
 * Counts a PDF's pages, and finds out whether it asks everybody for a password; one that only forbids to print or copy
 * opens with an empty one. What the library cannot read, a viewer might: its pages stay unknown. It draws nothing, and
 * the process that it runs in compiles no text (picture-process.ts).
 */
export async function readPdf({ source }: PdfTask): Promise<PdfFacts> {
  // Where no PDF comes, its 25 MB are not loaded.
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const data = new Uint8Array(await readFile(source));
  const loading = getDocument({ data, isEvalSupported: false, verbosity: 0 });
  try {
    const { numPages } = await loading.promise;
    return { pages: numPages > 0 ? numPages : null, isLocked: false };
  } catch (error) {
    return { pages: null, isLocked: error instanceof Error && error.name === "PasswordException" };
  } finally {
    await loading.destroy();
  }
}
