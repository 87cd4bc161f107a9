import { Plus, X } from "lucide-react";
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from "react";
import { isComposing } from "../../../lib/composition.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { FieldNote } from "../../../ui/Field.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import * as css from "./captions-editor.module.css";
import { readCues, readTime, type WrittenCue, writeCues, writeTime } from "./written-captions.ts";

interface CaptionsEditorProps {
  /** The film or recording. */
  media: { address: string; type: string };
  title: string;
  /** WebVTT to begin with. */
  vtt: string;
  isSending: boolean;
  /** Why the captions were not taken. */
  problem: string | undefined;
  /** Called with what is written so far, which the form keeps. */
  onWrite: (vtt: string) => void;
  onUse: (vtt: string) => void;
  onClose: () => void;
}

type AnyPlayer = HTMLVideoElement & HTMLAudioElement;

/** Seconds that a key moves a time by, and how long a new caption stays at first. */
const step = 0.1;
const usualLength = 2;

/** Captions written beside the film: the moment that it shows is where they begin and end. */
export function CaptionsEditor(props: CaptionsEditorProps) {
  const { media, title, isSending, problem, onUse } = props;
  const player = useRef<AnyPlayer>(null);
  const { cues, newest, change, keepNow } = useWritten(props);
  const [flaw, setFlaw] = useState<string>();

  const now = () => Math.round((player.current?.currentTime ?? 0) * 1000) / 1000;
  const [keys] = useState(() => ({
    /** Ends a caption at the moment that the film shows, and begins the next. */
    next: (cue: WrittenCue | null) => change({ does: "begin", at: now(), after: cue }),
    go: (seconds: number) => goTo(player.current, seconds),
    toggle: () => toggle(player.current),
    change,
  }));

  function close() {
    keepNow();
    props.onClose();
  }

  function use() {
    const wrong = cues.findIndex(({ start, end, text }) => text.trim() !== "" && end <= start);
    setFlaw(wrong < 0 ? undefined : `Caption ${wrong + 1} must end after it begins.`);
    if (wrong < 0) onUse(writeCues(cues));
  }

  return (
    <Dialog
      open
      size="wide"
      title={title}
      onClose={close}
      actions={
        <>
          <Button kind="ghost" onClick={close}>
            Continue later
          </Button>
          <Button
            kind="primary"
            disabled={cues.every(({ text }) => text.trim() === "")}
            working={isSending}
            workingText="Sending..."
            onClick={use}
          >
            Use these captions
          </Button>
        </>
      }
    >
      <div className={css.root}>
        <Media media={media} player={player} />
        <Text kind="note">
          Enter ends a caption at the moment that plays and begins the next. Shift+Enter: a new line.
          Shift+Space: play or pause. Alt+, and Alt+. move where it begins; with Shift, where it ends.
        </Text>
        <ol className={css.cues}>
          {cues.map((cue, index) => (
            <CueRow key={cue.id} cue={cue} number={index + 1} isNewest={cue.id === newest} keys={keys} />
          ))}
        </ol>
        <Row wrap between>
          <Button size="sm" onClick={() => keys.next(null)}>
            <Plus size={16} />
            Add a caption here
          </Button>
          <FieldNote id="captions-problem" error={flaw ?? problem} />
        </Row>
      </div>
    </Dialog>
  );
}

interface MediaProps extends Pick<CaptionsEditorProps, "media"> {
  player: RefObject<AnyPlayer | null>;
}

const Media = ({ media: { address, type }, player }: MediaProps) =>
  type.startsWith("video/") ? (
    // biome-ignore lint/a11y/useMediaCaption: they are written here
    <video ref={player} className={css.film} src={address} aria-label="The film" controls playsInline />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: they are written here
    <audio ref={player} className={css.recording} src={address} aria-label="The recording" controls />
  );

function goTo(player: HTMLMediaElement | null, seconds: number) {
  if (player?.paused) player.currentTime = seconds;
}

function toggle(player: HTMLMediaElement | null) {
  if (!player?.paused) return player?.pause();
  player.play().catch(() => {});
}

type Change =
  | { does: "begin"; at: number; after: WrittenCue | null }
  | { does: "write"; id: number; to: Partial<WrittenCue> }
  | { does: "remove"; id: number };

interface Written {
  readonly cues: readonly WrittenCue[];
  /** The row that was begun last, which takes the focus. */
  readonly newest: number | null;
}

function changed({ cues, newest }: Written, change: Change): Written {
  switch (change.does) {
    case "begin": {
      const { at, after } = change;
      const ended = cues.map((cue) => (cue.id === after?.id && at > cue.start ? { ...cue, end: at } : cue));
      const id = Math.max(-1, ...cues.map((cue) => cue.id)) + 1;
      const begun = { id, start: at, end: at + usualLength, text: "", settings: "" };
      const place = ended.findIndex(({ start }) => start > at);
      return { cues: ended.toSpliced(place < 0 ? ended.length : place, 0, begun), newest: id };
    }
    case "write":
      return { cues: cues.map((cue) => (cue.id === change.id ? { ...cue, ...change.to } : cue)), newest };
    case "remove":
      return { cues: cues.filter(({ id }) => id !== change.id), newest };
  }
}

/** What is written, which the form keeps a moment later. */
function useWritten({ vtt, onWrite }: CaptionsEditorProps) {
  const [{ cues, newest }, change] = useReducer(changed, vtt, (from) => ({
    cues: readCues(from),
    newest: null,
  }));
  const keep = useEffectEvent(onWrite);
  const first = useRef(cues);
  useEffect(() => {
    if (cues === first.current) return;
    const timer = setTimeout(() => keep(writeCues(cues)), 300);
    return () => clearTimeout(timer);
  }, [cues]);
  const keepNow = () => {
    if (cues !== first.current) onWrite(writeCues(cues));
  };
  return { cues, newest, change, keepNow };
}

interface CueRowProps {
  cue: WrittenCue;
  number: number;
  isNewest: boolean;
  keys: {
    next: (cue: WrittenCue) => void;
    go: (seconds: number) => void;
    toggle: () => void;
    change: (change: Change) => void;
  };
}

const CueRow = memo(({ cue, number, isNewest, keys }: CueRowProps) => {
  const { id, start, end, text } = cue;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isNewest) area.current?.focus();
  }, [isNewest]);
  const write = (to: Partial<WrittenCue>) => keys.change({ does: "write", id, to });

  function onKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const { key, code, shiftKey, altKey } = event;
    const by = code === "Comma" ? -step : step;
    if (key === "Enter" && !shiftKey) keys.next(cue);
    else if (code === "Space" && shiftKey) keys.toggle();
    else if (altKey && (code === "Comma" || code === "Period"))
      write(shiftKey ? { end: Math.max(start, end + by) } : { start: Math.max(0, start + by) });
    else return;
    event.preventDefault();
  }

  return (
    <li className={css.cue}>
      <TimeInput
        label={`Caption ${number} begins`}
        seconds={start}
        onChange={(value) => write({ start: value })}
      />
      <TimeInput label={`Caption ${number} ends`} seconds={end} onChange={(value) => write({ end: value })} />
      <TextArea
        ref={area}
        className={css.text}
        rows={2}
        dir="auto"
        aria-label={`Caption ${number}`}
        value={text}
        onFocus={() => keys.go(start)}
        onKeyDown={onKey}
        onChange={({ currentTarget }) => write({ text: currentTarget.value })}
      />
      <IconButton
        kind="ghost"
        size="sm"
        label={`Remove caption ${number}`}
        icon={<X size={18} />}
        onClick={() => keys.change({ does: "remove", id })}
      />
    </li>
  );
});

interface TimeInputProps {
  label: string;
  seconds: number;
  onChange: (seconds: number) => void;
}

/** What is no time is put back when the field is left. */
function TimeInput({ label, seconds, onChange }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      size="sm"
      className={css.time}
      aria-label={label}
      value={typed ?? writeTime(seconds)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        const read = typed === null ? null : readTime(typed);
        if (read !== null) onChange(read);
        setTyped(null);
      }}
    />
  );
}
