interface Reading {
  signal: AbortSignal;
  /** From 0 to the file's size. */
  onProgress: (read: number) => void;
}

/** Reads a file whole, so that what is kept of it does not depend on the disk it came from. */
export function readWhole(file: File, { signal, onProgress }: Reading): Promise<File> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    signal.addEventListener("abort", () => reader.abort());
    reader.onprogress = ({ loaded }) => onProgress(loaded);
    reader.onerror = () => reject(reader.error);
    reader.onabort = () => reject(signal.reason);
    reader.onload = () => {
      const { name, type, lastModified } = file;
      resolve(new File([reader.result as ArrayBuffer], name, { type, lastModified }));
    };
    reader.readAsArrayBuffer(file);
  });
}
