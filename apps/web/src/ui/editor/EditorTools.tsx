import { readLanguage } from "@cairn/contract";
import { Eye, ImagePlus, Maximize2, Minimize2, X } from "lucide-react";
import {
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal, flushSync } from "react-dom";
import { checkedWords } from "../../lib/file-text.ts";
import { formatCount } from "../../lib/format-count.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { useStore } from "../../lib/store.ts";
import { formatClock } from "../../lib/time/dates.ts";
import { Alert } from "../Alert.tsx";
import { Button, IconButton } from "../Button.tsx";
import { useFieldControl } from "../Field.tsx";
import * as kit from "../kit.module.css";
import { ProgressBar } from "../ProgressBar.tsx";
import { Segmented } from "../Segmented.tsx";
import { Row, Stack } from "../Stack.tsx";
import * as css from "./editor.module.css";
import { Preview } from "./Preview.tsx";
import { insertConverted, plainOf, readPaste } from "./paste.ts";
import { Toolbar } from "./Toolbar.tsx";
import type { EditorToolsProps } from "./text-editor.ts";
import { lengthLine } from "./text-length.ts";
import { plainSurface, type Surface, type TextTool, toolOfKey } from "./tools.ts";
import { useFollowingPreview } from "./useFollowingPreview.ts";
import { useFullScreen } from "./useFullScreen.ts";
import { type SendingPicture, textPictures, usePictures } from "./usePictures.ts";
import { useRichView } from "./useRichView.ts";

// Lazy: few texts have pictures.
const PictureDialog = lazyNamed(() => import("./PictureDialog.tsx"), "PictureDialog");

const views = ["Write", "Preview"] as const;
/** In characters: longer rich text is inserted as plain text. */
const longestRichText = 2_000_000;

/** Toolbar, counts, preview and, on wide screens, the editor around a text box. */
export function EditorTools(props: EditorToolsProps) {
  const { root: rootRef, box, isRich, name, value, maxLength, placeholder, lang, readOnly = false } = props;
  const field = useFieldControl();
  const [bar, setBar] = useState<Element | null>(null);
  // Not a layout effect: those of a child run before the refs of its parents are set.
  useEffect(() => setBar(rootRef.current?.firstElementChild ?? null), [rootRef]);
  const [isPreviewing, setPreviewing] = useState(false);
  const [notice, setNotice] = useState<{ words: string; text: string }>();
  const full = useFullScreen(rootRef);
  const rich = useRichView({
    ...props,
    placeholder,
    readOnly,
    field,
    onFull: (text) =>
      setNotice({ words: `The text is full: ${formatCount(maxLength)} characters at most.`, text }),
    onPaste: paste,
    onDrop: drop,
  });

  /** The editor as it is now: it may take the place of the box while something goes on. */
  const view = useRef(rich.view);
  useLayoutEffect(() => {
    view.current = rich.view;
  }, [rich.view]);
  const pictures = usePictures(surface);
  const chooser = useRef<HTMLInputElement>(null);
  useFollowingPreview(rootRef, surface, { isShown: isPreviewing, view: rich.view });

  function surface(): Surface | null {
    return view.current ?? (box.current ? plainSurface(box.current) : null);
  }

  /** The page comes back first: its form says what is missing, and how the sending goes. */
  function submit() {
    const form = rootRef.current?.closest("form");
    flushSync(full.toggle);
    form?.requestSubmit();
  }

  function runTool({ edit }: TextTool) {
    const now = surface();
    if (now && !readOnly) now.apply(edit(now.read()));
  }

  /** Returns whether it takes care of the paste. */
  function paste(event: ClipboardEvent): boolean {
    const now = surface();
    const data = event.clipboardData;
    if (!now || !data || readOnly) return false;
    const pasted = readPaste(data, now.read());
    if (pasted?.kind === "edit") now.apply(pasted.edit);
    else if (pasted?.kind === "rich" && pasted.html.length <= longestRichText)
      void insertRich(pasted.html, plainOf(data));
    else if (pasted?.kind === "pictures") pictures.add(pasted.files);
    else return false;
    event.preventDefault();
    return true;
  }

  /** Files go nowhere else: the browser would open them in place of the page. */
  function drop(event: DragEvent): boolean {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0 || readOnly) return false;
    event.preventDefault();
    pictures.add(files);
    return true;
  }

  async function insertRich(html: string, plain: string) {
    let markdown = "";
    try {
      const { markdownOf } = await import("./rich-text.ts");
      markdown = markdownOf(html, plain);
    } catch (reason) {
      console.warn("Rich text is inserted as plain text.", reason);
    }
    const now = surface();
    now?.apply(insertConverted(now.read(), markdown, plain));
  }

  const listenToBox = useEffectEvent((event: Event) => {
    if (event.type === "paste") paste(event as ClipboardEvent);
    else if (event.type === "drop") drop(event as DragEvent);
    else {
      const tool = toolOfKey(event as KeyboardEvent);
      if (!tool) return;
      event.preventDefault();
      runTool(tool);
    }
  });

  useEffect(() => {
    const area = box.current;
    if (!area) return;
    const types = ["keydown", "paste", "drop"];
    const listen = (event: Event) => listenToBox(event);
    for (const type of types) area.addEventListener(type, listen);
    return () => {
      for (const type of types) area.removeEventListener(type, listen);
    };
  }, [box]);

  /** The dialog gives the focus back to what opened it, which may be gone. */
  const goOn = (step: () => void) => () => {
    step();
    setTimeout(() => surface()?.focus());
  };

  return (
    <>
      {bar &&
        createPortal(
          <>
            {full.isFull && (
              <Row between gap={3} className={css.head}>
                <p className={kit.clip} dir="auto">
                  {props.head.title || "No title yet"}
                </p>
                <Button kind="primary" size="sm" disabled={readOnly} onClick={submit}>
                  {props.head.submit}
                </Button>
              </Row>
            )}
            <Segmented
              label="View"
              className={css.views}
              options={views}
              value={isPreviewing ? "Preview" : "Write"}
              onChange={(view) => setPreviewing(view === "Preview")}
            />
            <Toolbar
              disabled={readOnly}
              onTool={runTool}
              actions={[
                {
                  label: "Picture",
                  icon: <ImagePlus size={17} />,
                  onPress: () => !readOnly && chooser.current?.click(),
                },
                {
                  label: "Preview",
                  icon: <Eye size={17} />,
                  isPressed: isPreviewing,
                  className: `${css.previewButton} ${css.first}`,
                  onPress: () => setPreviewing(!isPreviewing),
                },
                {
                  label: "Full screen",
                  icon: full.isFull ? <Minimize2 size={17} /> : <Maximize2 size={17} />,
                  isPressed: full.isFull,
                  onPress: full.toggle,
                },
              ]}
            />
          </>,
          bar,
        )}
      {isRich && (
        <RichBox host={rich.host} name={name} lang={lang} field={field} onFocus={() => rich.view?.focus()} />
      )}
      {isPreviewing && <Preview text={value} language={readLanguage(lang ?? "")} />}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={textPictures.accept}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          pictures.add(files);
        }}
      />
      {pictures.asked && (
        <Suspense>
          <PictureDialog
            key={`${pictures.asked.name} ${pictures.asked.lastModified}`}
            file={pictures.asked}
            onSend={(alt) => goOn(() => pictures.send(alt))()}
            onClose={goOn(pictures.leaveOut)}
          />
        </Suspense>
      )}
      {(pictures.sending.length > 0 || pictures.problems.length > 0) && (
        <Stack gap={2} className={css.pictures}>
          {pictures.sending.map((picture) => (
            <SendingLine key={picture.id} picture={picture} />
          ))}
          {pictures.problems.length > 0 && (
            <Alert kind="danger">
              {pictures.problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
              <Button size="sm" onClick={pictures.forgetProblems}>
                OK
              </Button>
            </Alert>
          )}
        </Stack>
      )}
      <Foot
        text={value}
        maxLength={maxLength}
        savedAt={props.savedAt}
        notice={notice?.text === value ? notice.words : undefined}
      />
    </>
  );
}

function SendingLine({ picture: { name, progress, stop } }: { picture: SendingPicture }) {
  return (
    <div className={`${kit.note} ${css.sending}`}>
      <span>{name}</span>
      {progress < 1 ? (
        <ProgressBar value={progress} label={`Upload of ${name}`} />
      ) : (
        <span>{checkedWords}</span>
      )}
      <IconButton kind="ghost" size="sm" label={`Stop ${name}`} icon={<X size={16} />} onClick={stop} />
    </div>
  );
}

interface RichBoxProps {
  host: RefObject<HTMLDivElement | null>;
  name: string;
  lang: string | undefined;
  field: ReturnType<typeof useFieldControl>;
  onFocus: () => void;
}

/** Where the editor is mounted. A press on the field's label and a form that looks for its field find it. */
function RichBox({ host, name, lang, field, onFocus }: RichBoxProps) {
  const { id } = field;
  const focus = useEffectEvent(onFocus);

  useEffect(() => {
    const label = document.querySelector(`label[for="${id}"]`);
    const press = () => focus();
    label?.addEventListener("click", press);
    return () => label?.removeEventListener("click", press);
  }, [id]);

  return (
    <>
      <div className={css.host} ref={host} lang={lang} data-invalid={field["aria-invalid"]} />
      <input className={css.proxy} name={name} tabIndex={-1} aria-hidden="true" readOnly onFocus={onFocus} />
    </>
  );
}

interface FootProps extends Pick<EditorToolsProps, "maxLength" | "savedAt"> {
  text: string;
  notice: string | undefined;
}

/** How long the text is, and since when the device has it. Drawn after the text itself, so that a long one does not hold up a key press. */
function Foot({ text, maxLength, savedAt, notice }: FootProps) {
  const counted = useDeferredValue(text);
  const line = useMemo(() => lengthLine(counted, maxLength), [counted, maxLength]);
  const saved = useStore(savedAt);
  return (
    <div className={`${kit.spread} ${kit.note} ${kit.num} ${css.foot}`}>
      <span>{line}</span>
      <span className={css.notice} role="status">
        {notice}
      </span>
      {saved && !notice && <span>Saved on this device, {formatClock(saved)}</span>}
    </div>
  );
}
