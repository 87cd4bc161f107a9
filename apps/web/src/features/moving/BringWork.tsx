import type { ImportResult } from "@cairn/contract";
import { FolderUp, Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { messageOf } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as css from "./bring-work.module.css";
import { droppedFiles, pickedFiles } from "./dropped-files.ts";
import { useMoving } from "./moving.queries.ts";
import { type ChosenFile, packFiles } from "./pack-files.ts";

/** Takes in Markdown files, folders and ZIPs as drafts: dropped here, or chosen. */
export function BringWork() {
  const { takeIn } = useMoving();
  const { send, isSending, failure } = useSend(messageOf, { keepsFocus: true });
  const [result, setResult] = useState<ImportResult | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  async function bring(chosen: readonly ChosenFile[]) {
    const [first] = chosen;
    if (!first) return;
    setResult(null);
    await send(async (signal) => {
      const isOne = chosen.length === 1 && /\.(?:zip|md|markdown)$/i.test(first.path);
      setResult(await takeIn(isOne ? typed(first.file) : await packFiles(chosen), signal));
    });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    if (!isSending) void droppedFiles(event.dataTransfer).then(bring);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's short cut; the buttons inside do the same
    <div className={css.zone} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <p className={layoutCss.muted}>
        Drop Markdown files, a folder or a ZIP here. Each Markdown file becomes a draft.
      </p>
      <div className={`${layoutCss.cluster} ${layoutCss.gap3}`}>
        <Button working={isSending} workingText="Importing..." onClick={() => files.current?.click()}>
          <Upload size={16} /> Choose files
        </Button>
        <Button disabled={isSending} onClick={() => folder.current?.click()}>
          <FolderUp size={16} /> Choose a folder
        </Button>
      </div>
      <input
        ref={files}
        className={css.picker}
        type="file"
        aria-label="Files to import"
        tabIndex={-1}
        multiple
        accept=".md,.markdown,.zip,.jpg,.jpeg,.png,.pdf,.mp4,.m4a,.mp3,.ogg,.opus"
        onChange={({ currentTarget }) => {
          void bring(pickedFiles(currentTarget.files));
          currentTarget.value = "";
        }}
      />
      <input
        ref={folder}
        className={css.picker}
        type="file"
        aria-label="Folder to import"
        tabIndex={-1}
        multiple
        {...{ webkitdirectory: "" }}
        onChange={({ currentTarget }) => {
          void bring(pickedFiles(currentTarget.files));
          currentTarget.value = "";
        }}
      />
      {failure && (
        <Alert kind="danger">
          <p>{failure}</p>
        </Alert>
      )}
      <div role="status">{result && <Outcome result={result} />}</div>
    </div>
  );
}

/** Problems that are shown; more are counted. */
const shown = 20;

function Outcome({ result: { items, problems } }: { result: ImportResult }) {
  return (
    <>
      <p>{items.length === 1 ? "1 draft was created." : `${items.length} drafts were created.`}</p>
      {problems.length > 0 && (
        <>
          <p>These files were not imported:</p>
          <ul className={css.problems}>
            {problems.slice(0, shown).map(({ file, line, problem }) => (
              <li key={`${file} ${line} ${problem}`}>
                <b>{line === null ? file : `${file}, line ${line}`}</b>: {problem}
              </li>
            ))}
          </ul>
          {problems.length > shown && <p>And {problems.length - shown} more.</p>}
        </>
      )}
    </>
  );
}

/** Browsers do not know the type of every Markdown file. */
const typed = (file: File) =>
  new File([file], file.name, {
    type: file.name.toLowerCase().endsWith(".zip") ? "application/zip" : "text/markdown",
  });
