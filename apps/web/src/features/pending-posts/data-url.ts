/** A file as text, for storage that keeps nothing else. */
export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

const pattern = /^data:([\w-]+\/[\w.+-]+);base64,/;

/** The file again, or null. Not by `fetch`: to the content security policy that would be a connection. */
export function fileOfDataUrl(url: string): Blob | null {
  const [start, type] = pattern.exec(url) ?? [];
  if (start === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(url.slice(start.length)), (sign) => sign.charCodeAt(0));
    return new Blob([bytes], { type });
  } catch {
    // Not of our making.
    return null;
  }
}
