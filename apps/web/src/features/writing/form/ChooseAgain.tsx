import { useEffect, useEffectEvent, useState } from "react";
import { Text } from "../../../ui/Text.tsx";
import { findMadeFilm } from "./made-films.ts";
import type { LargeFile } from "./useLargeFile.ts";

interface ChooseAgainProps {
  known: LargeFile;
  /** It was made smaller here, so it is still here. */
  onFound: (film: File) => void;
}

/** Asks for a file that the journal does not keep. */
export function ChooseAgain({ known, onFound }: ChooseAgainProps) {
  const [isMissing, setMissing] = useState(false);
  const tell = useEffectEvent((film: File | null) => (film ? onFound(film) : setMissing(true)));
  useEffect(() => {
    let isGone = false;
    void findMadeFilm(known).then((film) => !isGone && tell(film));
    return () => {
      isGone = true;
    };
  }, [known]);
  const kept = known.sent ? "what was sent of it is kept" : "this device does not store files over 50 MB";
  return isMissing && <Text kind="soft">{`Choose ${known.name} again: ${kept}.`}</Text>;
}
