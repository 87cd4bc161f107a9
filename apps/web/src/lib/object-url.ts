import { useMemo, useSyncExternalStore } from "react";

/** In milliseconds. A film that has just left the page may still be read, and a download may only begin. */
const revokedAfter = 60_000;

const revokeLater = (url: string) => void setTimeout(URL.revokeObjectURL, revokedAfter, url);

/** An object URL for a local file. It is revoked a minute after the file has changed or the component has unmounted. */
export function useObjectUrl(file: Blob | null): string | undefined {
  const made = useMemo(() => urlOf(file), [file]);
  return useSyncExternalStore(made.subscribe, made.read, () => undefined);
}

/** The URL exists while a component shows it. */
function urlOf(file: Blob | null) {
  let url: string | undefined;
  return {
    read: () => url,
    subscribe(): () => void {
      if (file) url = URL.createObjectURL(file);
      return () => {
        if (url) revokeLater(url);
        url = undefined;
      };
    },
  };
}

/** Makes the browser download a file. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  revokeLater(link.href);
}
