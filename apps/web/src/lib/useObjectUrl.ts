import { useEffect, useState } from "react";

/** An address of this page for a file that it holds, as long as it shows. */
export function useObjectUrl(file: Blob | null): string | undefined {
  const [made, setMade] = useState<{ file: Blob; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  // The address of another file is no good any more, even while this one's is being made.
  return made && made.file === file ? made.url : undefined;
}
