import { limits, messages, uploadTypes } from "@cairn/contract";

/** What a field for files takes; the server decides again, by the bytes. */
export interface FileRule {
  /** For the file picker: types, separated by commas. */
  readonly accept: string;
  /** Why a file is refused; undefined if it is taken. */
  problemOf(file: Pick<File, "type" | "size">): string | undefined;
}

interface SizeRule {
  /** Bytes. */
  most: number;
  tooLarge: string;
}

/** What a form takes. */
const sizeInForm: SizeRule = { most: limits.uploadBytes, tooLarge: messages.fileTooLarge };

/** Takes files of these types, up to a size. */
export const takes = (
  types: readonly string[],
  refusal: string,
  { most, tooLarge }: SizeRule = sizeInForm,
): FileRule => ({
  accept: types.join(","),
  problemOf({ type, size }) {
    if (!types.includes(type)) return refusal;
    return size > most ? tooLarge : undefined;
  },
});

const photoTypes = ["image/jpeg", "image/png"];

/** Of posts that are written on the device (docs/evidence/spec-clauses.md#s9-upload, docs/rules.md#large-files-on-the-device). */
export const postFiles = takes([...photoTypes, "video/mp4"], "Only JPEG, PNG, and MP4 files are allowed.");

/** Of what writers send, and of categories (docs/evidence/spec-clauses.md#s5-writer-file, docs/evidence/spec-clauses.md#s5-admin-forms). */
export const contentFiles = takes(uploadTypes, messages.fileTypeRefused);

/** Whether a file is more than a form takes: it is sent in pieces, and never read or copied as a whole. */
export const isSentInPieces = ({ size }: Pick<File, "size">) => size > limits.uploadBytes;

/** Of films and recordings. `recordingMax`: bytes that the site takes in pieces; 0: none. */
export const recordingSize = (recordingMax: number): SizeRule =>
  recordingMax > limits.uploadBytes
    ? {
        most: recordingMax,
        tooLarge: `A film or recording can have at most ${wholeMegabytes(recordingMax)} MB.`,
      }
    : sizeInForm;

const wholeMegabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024).toLocaleString("en");

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
