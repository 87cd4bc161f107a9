import { useMemo, useSyncExternalStore } from "react";

/** An object URL for a local file, revoked when the file changes or the component unmounts. */
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
        if (url) URL.revokeObjectURL(url);
        url = undefined;
      };
    },
  };
}
