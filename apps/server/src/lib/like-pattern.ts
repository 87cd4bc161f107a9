/** A LIKE pattern for texts that contain this text literally. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
