/**
 * Whether a key belongs to an input method, in which Enter ends a word and Escape drops it. Safari ends the composition before
 * that Enter arrives, which has only the code 229 left to tell it by.
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, "isComposing" | "keyCode">) =>
  isComposing || keyCode === 229;
