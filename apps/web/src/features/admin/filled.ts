import { isBlank } from "@cairn/contract";
/** A form rule: the field must contain something other than white space. */
export const filled = (text: string, sentence: string) => (isBlank(text) ? sentence : undefined);
