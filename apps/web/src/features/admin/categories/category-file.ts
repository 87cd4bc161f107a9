import { limits, messages, uploadTypes } from "@cairn/contract";
import type { AdminContentType } from "../admin-model.ts";

/** The content type of an uploaded file (docs/rules.md#s5-admin-forms). */
const typeLabels: Record<string, AdminContentType> = {
  "image/jpeg": "Article",
  "image/png": "Article",
  "application/pdf": "PDF",
  "video/mp4": "Video",
} satisfies Record<(typeof uploadTypes)[number], AdminContentType>;

export const acceptedTypes = uploadTypes.join(",");

export const fileLabel = ({ type }: Pick<File, "type">) => typeLabels[type];

/** Why a file is refused; undefined if it is accepted. */
export function fileProblem(file: Pick<File, "type" | "size">): string | undefined {
  if (!fileLabel(file)) return messages.fileTypeRefused;
  return file.size > limits.uploadBytes ? messages.fileTooLarge : undefined;
}
