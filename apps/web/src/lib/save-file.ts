/** Hands a file to the browser, which keeps it where it keeps downloads. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has its own hold on it once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
