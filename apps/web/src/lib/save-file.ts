/** Makes the browser download a file. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // A download that has started no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
