import { limits, messages, uploadTypes } from "@cairn/contract";

export const acceptedTypes = uploadTypes.join(",");

const isAccepted = (type: string) => uploadTypes.some((accepted) => accepted === type);

/** Why a file can't be taken, if it can't (spec section 5). */
export function fileProblem({ type, size }: Pick<File, "type" | "size">): string | undefined {
  if (!isAccepted(type)) return messages.fileTypeRefused;
  return size > limits.uploadBytes ? messages.fileTooLarge : undefined;
}

/** Images and PDFs make an article, an MP4 a video (spec section 5). */
export const contentTypeOf = ({ type }: Pick<File, "type">) => (type === "video/mp4" ? "video" : "article");

export const isPicture = ({ type }: { type: string }) => type.startsWith("image/");

const megabyte = 1024 * 1024;

/** "34.0 MB"; the limit of 52,428,800 bytes reads "50.0 MB". */
export const sizeText = (bytes: number) =>
  bytes < megabyte / 10 ? `${Math.ceil(bytes / 1024)} KB` : `${inMegabytes(bytes)} MB`;

const inMegabytes = (bytes: number) => (bytes / megabyte).toFixed(1);

/** "21.4 of 34.0 MB". */
export const sentText = (sent: number, total: number) => `${inMegabytes(sent)} of ${inMegabytes(total)} MB`;
