import { limits, messages, uploadTypes } from "@cairn/contract";
import type { AdminContentType } from "../admin-model.ts";

/** What a file is called among the content (spec section 5). */
const typeLabels: Record<string, AdminContentType> = {
  "image/jpeg": "Article",
  "image/png": "Article",
  "application/pdf": "PDF",
  "video/mp4": "Video",
} satisfies Record<(typeof uploadTypes)[number], AdminContentType>;

export const acceptedTypes = uploadTypes.join(",");

export const fileLabel = ({ type }: Pick<File, "type">) => typeLabels[type];

/** Why a file can't be taken, if it can't. */
export function fileProblem(file: Pick<File, "type" | "size">): string | undefined {
  if (!fileLabel(file)) return messages.fileTypeRefused;
  return file.size > limits.uploadBytes ? messages.fileTooLarge : undefined;
}
