import { GlobalWorkerOptions, getDocument } from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { trustedScript } from "../../../lib/trusted-script.ts";

/**
 * The first page of a PDF as a JPEG, `width` pixels wide, drawn on this device.
 *
 * @throws Error if it is no PDF, wants a password, or is too large a page for the browser to draw.
 */
export async function firstPageOf(pdf: Blob, width: number): Promise<File> {
  const port = new Worker(trustedScript("cairn-pdf", workerAddress), { type: "module" });
  GlobalWorkerOptions.workerPort = port;
  const loading = getDocument({ data: new Uint8Array(await pdf.arrayBuffer()) });
  try {
    const page = await (await loading.promise).getPage(1);
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
    const canvas = document.createElement("canvas");
    // Cards crop a poster to its upper part.
    [canvas.width, canvas.height] = [width, Math.min(Math.round(viewport.height), 2 * width)];
    await page.render({ canvas, viewport, background: "white" }).promise;
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    if (!picture) throw new Error("The browser gave no picture.");
    return new File([picture], "poster.jpg", { type: "image/jpeg" });
  } finally {
    await loading.destroy();
    port.terminate();
  }
}
