import { useEffect, useState } from "react";

/** An object URL for a local file, revoked when the file changes or the component unmounts. */
export function useObjectUrl(file: Blob | null): string | undefined {
  const [made, setMade] = useState<{ file: Blob; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  // Never return the previous file's URL, even before the new one exists.
  return made && made.file === file ? made.url : undefined;
}
