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
