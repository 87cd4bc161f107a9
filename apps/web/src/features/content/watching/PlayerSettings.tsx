import { type Chapter, formatMoment } from "@cairn/contract";
import { selectPlaybackRate, selectTextTrack, selectTime, usePlayer } from "@videojs/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { readItem, writeItem } from "../../../lib/storage.ts";
import { Button } from "../../../ui/Button.tsx";
import { CheckboxField } from "../../../ui/Checkbox.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Select } from "../../../ui/Select.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { toast } from "../../../ui/toast-store.ts";
import * as css from "./player.module.css";

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const sizes = { usual: "Usual", large: "Large", "very-large": "Very large" };

/** What this device remembers of captions: the language that is shown (empty: none), and their look. */
const captionsKey = "captions";
const sizeKey = "captions_size";
const contrastKey = "captions_contrast";

interface PlayerSettingsProps {
  /** Around the film; its captions are drawn by its attributes. */
  frame: HTMLElement;
  chapters: readonly Chapter[];
  isOpen: boolean;
}

/** Speed, chapters and captions. What is chosen holds for every film, also while the panel is closed. */
export function PlayerSettings({ frame, chapters, isOpen }: PlayerSettingsProps) {
  const speed = usePlayer(selectPlaybackRate);
  const time = usePlayer(selectTime);
  const captions = useCaptions();
  const [size, setSize] = useState(() => readItem(sizeKey) ?? "usual");
  const [hasContrast, setContrast] = useState(() => readItem(contrastKey) === "true");
  useEffect(() => {
    frame.setAttribute("data-captions-size", size);
    frame.toggleAttribute("data-captions-contrast", hasContrast);
  }, [frame, size, hasContrast]);
  if (!isOpen || !speed || !time) return null;
  const chapter = chapters.findLast(({ at }) => at <= time.currentTime);
  return (
    <Row wrap gap={3} className={css.panel}>
      <Select
        inlineLabel="Speed"
        value={speed.playbackRate}
        onChange={({ currentTarget }) => speed.setPlaybackRate(Number(currentTarget.value))}
      >
        {speeds.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
        {!speeds.includes(speed.playbackRate) && <option>{speed.playbackRate}</option>}
      </Select>
      {chapters.length > 0 && (
        <Select
          inlineLabel="Chapter"
          labelClass={css.choice}
          value={chapter?.at ?? 0}
          onChange={({ currentTarget }) => void time.seek(Number(currentTarget.value))}
        >
          {chapters.map(({ at, title }) => (
            <option key={at} value={at}>
              {`${formatMoment(at)} ${title}`}
            </option>
          ))}
        </Select>
      )}
      {captions.tracks.length > 0 && (
        <>
          <Select
            inlineLabel="Captions"
            value={captions.shown?.id ?? "off"}
            onChange={({ currentTarget }) => captions.show(currentTarget.value)}
          >
            <option value="off">Off</option>
            {captions.tracks.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
          <Select
            inlineLabel="Size"
            value={size}
            onChange={({ currentTarget }) => {
              setSize(currentTarget.value);
              writeItem(sizeKey, currentTarget.value);
            }}
          >
            {Object.entries(sizes).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
          <CheckboxField
            className={kit.iconed}
            label="High contrast"
            checked={hasContrast}
            onChange={(contrast) => {
              setContrast(contrast);
              writeItem(contrastKey, String(contrast));
            }}
          />
        </>
      )}
      <Button size="sm" onClick={() => void copyAddress(time.currentTime)}>
        Copy link at {formatMoment(time.currentTime)}
      </Button>
    </Row>
  );
}

/** The captions to choose from. The language that this device chose last is shown from the start. */
function useCaptions() {
  const text = usePlayer(selectTextTrack);
  const tracks = text?.textTrackList.filter(({ kind }) => kind === "captions") ?? [];
  const shown = tracks.find(({ mode }) => mode === "showing");
  const isRestored = useRef(false);
  const remember = useEffectEvent((language: string) => {
    if (isRestored.current) return writeItem(captionsKey, language);
    isRestored.current = true;
    const wanted = tracks.find((track) => track.language === readItem(captionsKey));
    if (wanted?.id && !shown) text?.selectSubtitlesTrack(wanted.id);
  });
  const hasTracks = tracks.length > 0;
  useEffect(() => {
    if (hasTracks) remember(shown?.language ?? "");
  }, [hasTracks, shown?.language]);
  return { tracks, shown, show: (id: string) => text?.selectSubtitlesTrack(id) };
}

async function copyAddress(at: number) {
  const address = new URL(window.location.href);
  address.search = `?t=${Math.floor(at)}`;
  address.hash = "";
  try {
    await navigator.clipboard.writeText(address.href);
    toast("Link copied");
  } catch {
    toast(`The link could not be copied: ${address.href}`, { kind: "error" });
  }
}
