/** A file as a data URL, for storage that holds only text. */
export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

const pattern = /^data:([\w-]+\/[\w.+-]+);base64,/;

/**
 * Decodes a data URL, or returns null. Does not use `fetch`: the content security policy would treat that as a
 * connection.
 */
export function fileOfDataUrl(url: string): Blob | null {
  const [start, type] = pattern.exec(url) ?? [];
  if (start === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(url.slice(start.length)), (sign) => sign.charCodeAt(0));
    return new Blob([bytes], { type });
  } catch {
    // Not written by Cairn.
    return null;
  }
}
