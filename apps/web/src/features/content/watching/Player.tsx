import { type Chapter, formatMoment, readMoment } from "@cairn/contract";
import {
  BufferingIndicator,
  bufferFeature,
  CaptionsButton,
  Controls,
  controlsFeature,
  createPlayer,
  FullscreenButton,
  fullscreenFeature,
  Gesture,
  Hotkey,
  type HotkeyProps,
  MuteButton,
  PiPButton,
  PlayButton,
  pipFeature,
  playbackFeature,
  playbackRateFeature,
  SeekButton,
  StatusAnnouncer,
  selectTime,
  Time,
  TimeSlider,
  textTrackFeature,
  timeFeature,
  useContainerAttach,
  useMediaAttach,
  usePlayer,
  VolumeSlider,
  volumeFeature,
} from "@videojs/react";
import {
  Captions,
  CaptionsOff,
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Settings,
  Volume2,
  VolumeX,
} from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { isComposing } from "../../../lib/composition.ts";
import { siteName } from "../../../lib/site.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Row } from "../../../ui/Stack.tsx";
import { PlayerSettings } from "./PlayerSettings.tsx";
import * as css from "./player.module.css";

const { Player: PlayerState } = createPlayer({
  features: [
    playbackFeature,
    playbackRateFeature,
    volumeFeature,
    timeFeature,
    bufferFeature,
    textTrackFeature,
    fullscreenFeature,
    pipFeature,
    controlsFeature,
  ],
});

export interface PlayerProps {
  /** The film or recording, whose own controls go. */
  media: HTMLMediaElement;
  /** Around it and these controls; it fills the screen. */
  frame: HTMLElement;
  title: string;
  chapters: readonly Chapter[];
}

/** Controls for a film or recording: they stand under it, so that they never cover its captions. */
export function Player(props: PlayerProps) {
  return (
    <PlayerState>
      <Attached {...props} />
      <Keys />
      <Controls.Root>
        <Controls.Content className={css.controls}>
          <Bar {...props} />
        </Controls.Content>
      </Controls.Root>
      <BufferingIndicator
        render={(attributes, { visible }) => (
          <div {...attributes} className={css.waiting}>
            {visible && "Loading..."}
          </div>
        )}
      />
      <StatusAnnouncer className={kit.srOnly} />
    </PlayerState>
  );
}

/** Ties the element in the page to the player's state, and takes its own controls away while there are these. */
function Attached({ media, frame, title, chapters }: PlayerProps) {
  const [attachMedia, attachFrame] = [useMediaAttach(), useContainerAttach()];
  useEffect(() => {
    attachMedia?.(media);
    attachFrame?.(frame);
    media.removeAttribute("controls");
    return () => {
      media.setAttribute("controls", "");
      attachMedia?.(null);
      attachFrame?.(null);
    };
  }, [media, frame, attachMedia, attachFrame]);
  useChapterMarks(media, chapters);
  useMediaSession(media, title);
  return null;
}

/** Chapters as the browser's own, which the bar marks. */
function useChapterMarks(media: HTMLMediaElement, chapters: readonly Chapter[]) {
  useEffect(() => {
    if (chapters.length === 0) return;
    const marks = () => {
      if (Array.from(media.textTracks).some(({ kind }) => kind === "chapters")) return;
      const track = media.addTextTrack("chapters");
      const end = Number.isFinite(media.duration) ? media.duration : Number.MAX_SAFE_INTEGER;
      for (const [index, { at, title }] of chapters.entries())
        track.addCue(new VTTCue(at, chapters[index + 1]?.at ?? end, title));
    };
    if (media.readyState > 0) return marks();
    media.addEventListener("loadedmetadata", marks, { once: true });
    return () => media.removeEventListener("loadedmetadata", marks);
  }, [media, chapters]);
}

function skip(media: HTMLMediaElement, seconds: number) {
  media.currentTime += seconds;
}

/** What the lock screen shows and can do. */
function useMediaSession(media: HTMLMediaElement, title: string) {
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    const onPlay = () => {
      session.metadata = new MediaMetadata({ title, artist: siteName() });
      session.setActionHandler("seekbackward", () => skip(media, -10));
      session.setActionHandler("seekforward", () => skip(media, 10));
    };
    media.addEventListener("play", onPlay);
    return () => media.removeEventListener("play", onPlay);
  }, [media, title]);
}

const hotkeys: readonly Pick<HotkeyProps, "keys" | "action" | "value">[] = [
  { keys: "Space", action: "togglePaused" },
  { keys: "k", action: "togglePaused" },
  { keys: "j", action: "seekStep", value: -10 },
  { keys: "l", action: "seekStep", value: 10 },
  { keys: "ArrowLeft", action: "seekStep", value: -5 },
  { keys: "ArrowRight", action: "seekStep", value: 5 },
  { keys: "ArrowUp", action: "volumeStep", value: 0.05 },
  { keys: "ArrowDown", action: "volumeStep", value: -0.05 },
  { keys: "m", action: "toggleMuted" },
  { keys: "c", action: "toggleSubtitles" },
  { keys: "f", action: "toggleFullscreen" },
  { keys: "i", action: "togglePictureInPicture" },
  { keys: ">", action: "speedUp" },
  { keys: "<", action: "speedDown" },
  { keys: "0-9", action: "seekToPercent" },
  { keys: "Home", action: "seekToPercent", value: 0 },
  { keys: "End", action: "seekToPercent", value: 100 },
];

/** What they do, as the help says it. */
const help: readonly [string, string][] = [
  ["Space, K", "Play or pause"],
  ["J, L", "10 seconds back, forward"],
  ["←, →", "5 seconds back, forward"],
  ["↑, ↓", "Louder, softer"],
  ["0 to 9", "To that tenth of it"],
  ["<, >", "Slower, faster"],
  ["C", "Captions"],
  ["M", "Sound"],
  ["F", "Full screen"],
  ["I", "Picture in picture"],
  ["?", "These keys"],
];

const Keys = () => (
  <>
    {hotkeys.map((hotkey) => (
      <Hotkey key={hotkey.keys} {...hotkey} />
    ))}
    <Gesture type="tap" action="togglePaused" />
    <Gesture type="doubletap" action="toggleFullscreen" pointer="mouse" />
    <Gesture type="doubletap" action="seekStep" value={-10} region="left" pointer="touch" />
    <Gesture type="doubletap" action="seekStep" value={10} region="right" pointer="touch" />
  </>
);

/** A button of the player, drawn by the site's own. */
const drawn =
  <State,>(icon: (state: State) => ReactNode) =>
  (attributes: ComponentProps<"button">, state: State) => (
    <IconButton
      {...attributes}
      kind="ghost"
      size="sm"
      label={attributes["aria-label"] ?? ""}
      icon={icon(state)}
    />
  );

type Panel = "settings" | "keys";

function Bar({ media, frame, chapters }: PlayerProps) {
  const isFilm = media.tagName === "VIDEO";
  const [panel, setPanel] = useState<Panel | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      if (event.key === "?") setPanel((now) => (now === "keys" ? null : "keys"));
      if (event.key === "Escape") setPanel(null);
    };
    frame.addEventListener("keydown", onKey);
    return () => frame.removeEventListener("keydown", onKey);
  }, [frame]);
  const opener = (name: Panel, label: string, icon: ReactNode) => (
    <IconButton
      kind="ghost"
      size="sm"
      label={label}
      icon={icon}
      aria-expanded={panel === name}
      onClick={() => setPanel(panel === name ? null : name)}
    />
  );
  return (
    <>
      <PlayerSettings frame={frame} chapters={chapters} isOpen={panel === "settings"} />
      {panel === "keys" && <KeysPanel />}
      <TimeSlider.Root className={css.slider}>
        <TimeSlider.Chapters
          className={css.chapters}
          renderChapter={(attributes) => (
            <div {...attributes} className={css.chapter}>
              <TimeSlider.Track className={css.track}>
                <TimeSlider.Buffer className={css.buffer} />
                <TimeSlider.Fill className={css.fill} />
              </TimeSlider.Track>
            </div>
          )}
        />
        <TimeSlider.Thumb className={css.thumb} />
        <TimeSlider.Preview className={css.preview}>
          <TimeSlider.ChapterTitle />
          <TimeSlider.Value type="pointer" />
        </TimeSlider.Preview>
      </TimeSlider.Root>
      <Row gap={1} className={css.buttons}>
        <PlayButton render={drawn(({ paused }) => (paused ? <Play size={20} /> : <Pause size={20} />))} />
        <SeekButton seconds={-10} render={drawn(() => <RotateCcw size={18} />)} />
        <SeekButton seconds={10} render={drawn(() => <RotateCw size={18} />)} />
        <MuteButton render={drawn(({ muted }) => (muted ? <VolumeX size={20} /> : <Volume2 size={20} />))} />
        <VolumeSlider.Root className={css.volume}>
          <VolumeSlider.Track className={css.track}>
            <VolumeSlider.Fill className={css.fill} />
          </VolumeSlider.Track>
          <VolumeSlider.Thumb className={css.thumb} />
        </VolumeSlider.Root>
        <span className={`${css.time} ${kit.num}`}>
          <Time.Value type="current" /> / <Time.Value type="duration" />
        </span>
        <Resumed />
        <span className={kit.grow} />
        <CaptionsButton
          render={drawn(({ subtitlesShowing }) =>
            subtitlesShowing ? <Captions size={20} /> : <CaptionsOff size={20} />,
          )}
        />
        {opener("settings", "Settings", <Settings size={18} />)}
        <span className={css.wide}>{opener("keys", "Keys", <Keyboard size={18} />)}</span>
        {isFilm && (
          <>
            <PiPButton className={css.wide} render={drawn(() => <PictureInPicture2 size={18} />)} />
            <FullscreenButton
              render={drawn(({ fullscreen }) =>
                fullscreen ? <Minimize size={18} /> : <Maximize size={18} />,
              )}
            />
          </>
        )}
      </Row>
    </>
  );
}

/** Says that it goes on where it was left, until it plays. */
function Resumed() {
  const now = usePlayer((state) => selectTime(state));
  const hasPlayed = usePlayer((state) => state.started);
  const asked = readMoment(useSearchParams()[0].get("t") ?? "");
  if (!now || hasPlayed || asked !== null || now.currentTime < 1) return null;
  return (
    <span className={css.resumed}>
      Resumed at {formatMoment(now.currentTime)}
      <Button size="sm" kind="ghost" onClick={() => void now.seek(0)}>
        Start over
      </Button>
    </span>
  );
}

const KeysPanel = () => (
  <Facts className={css.panel}>
    {help.map(([keys, does]) => (
      <Fact key={keys} name={keys}>
        {does}
      </Fact>
    ))}
  </Facts>
);
