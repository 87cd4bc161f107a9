import { limits, textPictureTypes } from "@cairn/contract";
import { useEffect, useRef, useState } from "react";
import { reasonOf } from "../../lib/api/api-error.ts";
import { takes } from "../../lib/file-rules.ts";
import { isSignedIn, readSession } from "../../lib/session/session.ts";
import { sendPicture } from "./editor.queries.ts";
import { type Place, paragraphAt, type Surface } from "./tools.ts";

/** A picture on its way. */
export interface SendingPicture {
  id: number;
  name: string;
  /** From 0 to 1. */
  progress: number;
  stop: () => void;
}

/** The pictures that a text takes (docs/rules.md#pictures-in-texts); the sentences follow the file's name. */
export const textPictures = takes(
  textPictureTypes,
  "only PNG, JPEG, WebP, GIF and AVIF pictures can stand in a text.",
  { most: limits.textPictureBytes, tooLarge: "a picture may have 10 MB at most." },
);

const picturesIn = (text: string) => text.match(/\]\(picture:/g)?.length ?? 0;

/** Pictures of a text: each is asked for what it shows, sent, and put where its author added it. */
export function usePictures(surface: () => Surface | null) {
  /** Waiting to be described; the first is asked about. */
  const [waiting, setWaiting] = useState<readonly { file: File; place: Place | undefined }[]>([]);
  const [sending, setSending] = useState<readonly SendingPicture[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const lastId = useRef(0);
  const stopped = useRef(new AbortController());

  useEffect(() => {
    const control = new AbortController();
    stopped.current = control;
    return () => control.abort();
  }, []);

  function add(files: readonly File[]) {
    if (files.length === 0) return;
    if (!isSignedIn(readSession())) return setProblems(["Log in to add pictures to a text."]);
    const free =
      limits.textPictures - picturesIn(surface()?.read().text ?? "") - waiting.length - sending.length;
    const found = files.map((file) => ({ file, problem: textPictures.problemOf(file) }));
    const accepted = found.flatMap(({ file, problem }) => (problem === undefined ? [file] : []));
    setProblems([
      ...found.flatMap(({ file, problem }) => (problem ? [`${file.name}: ${problem}`] : [])),
      ...accepted
        .slice(Math.max(0, free))
        .map(({ name }) => `${name}: a text can have at most ${limits.textPictures} pictures.`),
    ]);
    // Where the caret is now: the dialog takes the focus from the text.
    const added = accepted
      .slice(0, Math.max(0, free))
      .map((file) => ({ file, place: surface()?.hold(file.name) }));
    setWaiting([...waiting, ...added]);
  }

  async function send(alt: string) {
    const [first] = waiting;
    setWaiting(waiting.slice(1));
    if (!first?.place) return;
    const { file, place } = first;
    lastId.current += 1;
    const id = lastId.current;
    const control = new AbortController();
    const signal = AbortSignal.any([control.signal, stopped.current.signal]);
    place.say(`Sending ${file.name}…`);
    const picture = { id, name: file.name, progress: 0, stop: () => control.abort() };
    setSending((others) => [...others, picture]);
    try {
      const markdown = await sendPicture(file, alt, {
        signal,
        onProgress({ sent, total }) {
          const progress = sent / Math.max(1, total);
          place.say(
            sent < total
              ? `Sending ${file.name}… ${Math.round(progress * 100)} %`
              : `${file.name} is sent and being checked…`,
          );
          setSending((all) => all.map((one) => (one.id === id ? { ...one, progress } : one)));
        },
      });
      const later = surface();
      if (!place.fill(markdown) && later) later.apply(paragraphAt(later.read(), markdown));
    } catch (error) {
      if (stopped.current.signal.aborted) return;
      place.giveUp();
      const reason = reasonOf(error);
      if (!control.signal.aborted) setProblems((others) => [...others, `${file.name}: ${reason}`]);
    }
    setSending((all) => all.filter((one) => one.id !== id));
  }

  return {
    /** The picture to describe now; null if none waits. */
    asked: waiting[0]?.file ?? null,
    sending,
    problems,
    add,
    /** Sends the asked picture. An empty `alt` says that it is decoration. */
    send: (alt: string) => void send(alt),
    leaveOut() {
      waiting[0]?.place?.giveUp();
      setWaiting(waiting.slice(1));
    },
    forgetProblems: () => setProblems([]),
  };
}
