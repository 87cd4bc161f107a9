import { limits, messages } from "@cairn/contract";

export const photoTypes = ["image/jpeg", "image/png"];

export function photoProblem({ type, size }: File): string | undefined {
  if (!photoTypes.includes(type)) return "Choose a JPEG or PNG picture.";
  return size > limits.uploadBytes ? messages.fileTooLarge : undefined;
}
