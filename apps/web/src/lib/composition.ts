type KeyPress = Pick<KeyboardEvent, "isComposing" | "keyCode">;

/**
 * Whether a key belongs to an input method, in which Enter ends a word and Escape drops it. Safari ends the composition before
 * that Enter arrives, which has only the code 229 left to tell it by.
 */
export function isComposing(event: KeyPress | { nativeEvent: KeyPress }): boolean {
  const press = "nativeEvent" in event ? event.nativeEvent : event;
  return press.isComposing || press.keyCode === 229;
}
