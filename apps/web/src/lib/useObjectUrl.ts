import { useMemo, useSyncExternalStore } from "react";

/** In milliseconds. A film that has just left the page may still be read; its file takes no memory. */
const revokedAfter = 60_000;

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
        if (url) setTimeout(URL.revokeObjectURL, revokedAfter, url);
        url = undefined;
      };
    },
  };
}
