/**
 * Films that were made smaller here. They are too large for the journal, so they are in the site's own files of the browser
 * (the origin private file system), from where they are sent and found again after a reload.
 */

const week = 7 * 24 * 60 * 60 * 1000;

/** Whether this browser has such files. */
export const keepsMadeFilms = () =>
  typeof FileSystemFileHandle !== "undefined" && "createWritable" in FileSystemFileHandle.prototype;

const openFolder = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle("films", { create: true });

/** A place for a new film, in place of one with the same name; those of more than a week ago go. */
export async function placeForFilm(name: string) {
  const folder = await openFolder();
  await dropOldFilms(folder);
  const place = await folder.getFileHandle(name, { create: true });
  return {
    /** Nothing is stored before it is closed. */
    write: () => place.createWritable(),
    read: () => place.getFile(),
    remove: () => folder.removeEntry(name),
  };
}

/** The film of this name and size, if it is still there. */
export async function findMadeFilm({ name, size }: Pick<File, "name" | "size">): Promise<File | null> {
  if (!keepsMadeFilms()) return null;
  try {
    const film = await (await (await openFolder()).getFileHandle(name)).getFile();
    return film.size === size ? film : null;
  } catch {
    return null;
  }
}

/** Removes it, if it is one that was made here. */
export async function dropMadeFilm({ name }: Pick<File, "name">): Promise<void> {
  if (keepsMadeFilms()) await (await openFolder()).removeEntry(name).catch(() => {});
}

async function dropOldFilms(folder: FileSystemDirectoryHandle): Promise<void> {
  const old: string[] = [];
  for await (const [name, entry] of folder.entries()) {
    const isOld = entry.kind === "file" && (await entry.getFile()).lastModified < Date.now() - week;
    if (isOld) old.push(name);
  }
  for (const name of old) await folder.removeEntry(name);
}
