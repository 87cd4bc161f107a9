import { BlobSource, Input, MP4 } from "mediabunny";
import { useEffect, useState } from "react";
import { Alert } from "../../../ui/Alert.tsx";

/** Says so where many readers could not play a film. */
export function FilmNote({ film }: { film: File }) {
  const [isHevc, setHevc] = useState(false);
  useEffect(() => {
    let isGone = false;
    void isInHevc(film).then(
      (is) => !isGone && setHevc(is),
      // The server says what is wrong with a film that cannot be read.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [film]);
  return (
    isHevc && (
      <Alert
        kind="warn"
        title="Many readers cannot play this film."
        text="It is in HEVC (H.265), as iPhones record. Export it as H.264; on an iPhone, Settings, Camera, Formats, Most Compatible records so."
      />
    )
  );
}

/** @throws Error if it is no film. */
export async function isInHevc(film: File): Promise<boolean> {
  using input = new Input({ source: new BlobSource(film), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  return track !== null && (await track.getCodec()) === "hevc";
}
