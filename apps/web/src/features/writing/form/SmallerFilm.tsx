import { Minimize2 } from "lucide-react";
import { useEffect, useState } from "react";
import { limitText } from "../../../lib/file-text.ts";
import { useObjectUrl } from "../../../lib/object-url.ts";
import { useSend } from "../../../lib/useSend.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import * as kit from "../../../ui/kit.module.css";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { Row, Stack } from "../../../ui/Stack.tsx";
import { keepsMadeFilms } from "./made-films.ts";

/** Bits a second: of pictures with 720 lines, in which code can be read, and of sound. */
const [usualRate, soundRate] = [1_500_000, 160_000];
/** Below this rate nobody can read what is on a screen. */
const leastRate = 400_000;
/** In bytes: a longer film has pictures of a lower rate, down to the least. */
const usualSize = 240 * 1024 * 1024;

interface SmallerFilmProps {
  /** An MP4. */
  film: File;
  isSending: boolean;
  /** Called with whether the smaller film is there, before it is: the form is sent with it. */
  onSend: (made: Promise<boolean>) => void;
  onMade: (smaller: File) => void;
}

/** Offers to make a film smaller on this device before it is sent, where that is worth it and the browser can. */
export function SmallerFilm({ film, isSending, onSend, onMade }: SmallerFilmProps) {
  const seconds = useLengthOf(film);
  const [share, setShare] = useState(0);
  const { send, isSending: isMaking, stop, failure } = useSend(sentenceOf, { keepsFocus: true });
  const plan = seconds === undefined ? null : planFor(seconds, film.size);
  if (!plan) return null;

  function make(pictureRate: number) {
    setShare(0);
    const made = send(async (signal) => {
      const { makeSmaller } = await import("./smaller-film.ts");
      const smaller = await makeSmaller(film, pictureRate, { signal, onProgress: setShare });
      if (!signal.aborted) onMade(smaller);
    });
    onSend(made);
  }

  return (
    <Stack gap={2}>
      {isMaking ? (
        <>
          <Row between>
            <span className={kit.note}>
              Making it smaller: {Math.floor(share * 100)}%. Leave this page open.
            </span>
            <Button size="sm" onClick={stop}>
              Stop
            </Button>
          </Row>
          <ProgressBar value={share} label="Making the film smaller" />
        </>
      ) : (
        <Row wrap>
          <Button size="sm" disabled={isSending} onClick={() => make(plan.pictureRate)}>
            <Minimize2 size={15} />
            Make it smaller (about {limitText(plan.bytes)})
          </Button>
          <span className={kit.note}>On this device, before it is sent. At most 720 lines.</span>
        </Row>
      )}
      <Alert kind="danger" text={failure} />
    </Stack>
  );
}

/** Seconds; undefined until the browser knows, and where it cannot play the film or write another. */
function useLengthOf(film: File): number | undefined {
  const [seconds, setSeconds] = useState<number>();
  const address = useObjectUrl(film);
  useEffect(() => {
    if (!address || typeof VideoEncoder === "undefined" || !keepsMadeFilms()) return;
    const video = document.createElement("video");
    video.preload = "metadata";
    video.onloadedmetadata = () => setSeconds(video.videoWidth > 0 ? video.duration : undefined);
    video.src = address;
    return () => {
      video.removeAttribute("src");
      // It lets go of the address before that is revoked.
      video.load();
    };
  }, [address]);
  return seconds;
}

/** How small a film of so many seconds and bytes becomes; null if that is not worth the time. */
export function planFor(seconds: number, size: number): { pictureRate: number; bytes: number } | null {
  const room = (usualSize * 8) / seconds - soundRate;
  const pictureRate = Math.floor(Math.max(leastRate, Math.min(usualRate, room)));
  const bytes = Math.floor(((pictureRate + soundRate) * seconds) / 8);
  return bytes < size * 0.8 ? { pictureRate, bytes } : null;
}

function sentenceOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError")
    return "This device has no room for a smaller copy. The film can be sent as it is.";
  if (name === "NotReadableError") return "This film could not be read. Please choose it again.";
  return "Your browser cannot make this film smaller. It can be sent as it is.";
}
