import type { ImportResult } from "@cairn/contract";
import { FolderUp, Upload } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { messageOf } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import { Row, Stack } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import * as css from "./bring-work.module.css";
import { DownloadWork } from "./DownloadWork.tsx";
import { useMoving } from "./moving.queries.ts";
import { type ChosenFile, packFiles } from "./pack-files.ts";

/** The ways of a writer's work out of the site and in (docs/rules.md#export-and-import). */
export function MovingWork() {
  const headingId = useId();
  return (
    <Card as="section" pad gap={4} above={3} aria-labelledby={headingId}>
      <h2 className={kit.h3} id={headingId}>
        Your work as files
      </h2>
      <DownloadWork />
      <BringWork />
    </Card>
  );
}

/** Takes in Markdown files, folders and ZIPs as drafts: dropped here, or chosen. */
function BringWork() {
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
    // Dropping is the pointer's short cut; the buttons inside do the same.
    <Stack className={css.zone} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Text kind="muted">
        Drop Markdown files, a folder or a ZIP here. Each Markdown file becomes a draft.
      </Text>
      <Row wrap gap={3}>
        <Button working={isSending} workingText="Importing..." onClick={() => files.current?.click()}>
          <Upload size={16} /> Choose files
        </Button>
        <Button disabled={isSending} onClick={() => folder.current?.click()}>
          <FolderUp size={16} /> Choose a folder
        </Button>
      </Row>
      <input
        ref={files}
        hidden
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
        hidden
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
      <Alert kind="danger" text={failure} />
      <div role="status">{result && <Outcome result={result} />}</div>
    </Stack>
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
          <Stack as="ul" gap={2} className={`${kit.small} ${css.problems}`}>
            {problems.slice(0, shown).map(({ file, line, problem }) => (
              <li key={`${file} ${line} ${problem}`}>
                <b>{line === null ? file : `${file}, line ${line}`}</b>: {problem}
              </li>
            ))}
          </Stack>
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

/** Files that one import takes. */
const maxFiles = 5_000;

/** What was dropped, folders with all that is in them. Call it while the event is handled: later it holds nothing. */
async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return [...files].map((file) => ({ path: file.name, file }));
  const found: ChosenFile[] = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (found.length > maxFiles) return;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path: entry.fullPath.replace(/^\//, ""), file });
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    const next = () =>
      new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    // It gives a hundred at a time, and none at the end.
    for (let inside = await next(); inside.length > 0; inside = await next()) {
      for (const one of inside) await collect(one, found);
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The files of a file picker; those of a folder with their paths. */
const pickedFiles = (files: FileList | null): ChosenFile[] =>
  [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
