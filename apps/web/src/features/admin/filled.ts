/** A field's rule: something other than blanks must stand in it. */
export const filled = (sentence: string) => (text: string) => text.trim() !== "" || sentence;
