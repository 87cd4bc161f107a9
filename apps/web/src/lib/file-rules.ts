import { limits, messages, uploadTypes } from "@cairn/contract";

/** What a field for files takes; the server decides again, by the bytes. */
export interface FileRule {
  /** For the file picker: types, separated by commas. */
  readonly accept: string;
  /** Why a file is refused; undefined if it is taken. */
  problemOf(file: Pick<File, "type" | "size">): string | undefined;
}

/** Takes files of these types, up to a size. */
export const takes = (
  types: readonly string[],
  refusal: string,
  { most, tooLarge }: { most: number; tooLarge: string } = {
    most: limits.uploadBytes,
    tooLarge: messages.fileTooLarge,
  },
): FileRule => ({
  accept: types.join(","),
  problemOf({ type, size }) {
    if (!types.includes(type)) return refusal;
    return size > most ? tooLarge : undefined;
  },
});

const photoTypes = ["image/jpeg", "image/png"];

/** Of posts that are written on the device (docs/rules.md#s9-upload, docs/rules.md#large-files-on-the-device). */
export const postFiles = takes([...photoTypes, "video/mp4"], "Only JPEG, PNG, and MP4 files are allowed.");

/** Of what writers send, and of categories (docs/rules.md#s5-writer-file, docs/rules.md#s5-admin-forms). */
export const contentFiles = takes(uploadTypes, messages.fileTypeRefused);

/** Of profiles. */
export const photos = takes(photoTypes, "Choose a JPEG or PNG picture.");

const typeOfEnding: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
  mp4: "video/mp4",
};

/** The file with the type that its ending names, where the device knows none; the server reads the bytes. */
export function withType(file: File): File {
  const { name, lastModified } = file;
  const type = typeOfEnding[name.slice(name.lastIndexOf(".") + 1).toLowerCase()];
  return file.type !== "" || !type ? file : new File([file], name, { type, lastModified });
}
