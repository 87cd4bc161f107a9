const literal = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");

/** A LIKE pattern for texts that contain this text literally. */
export const containing = (text: string): string => `%${literal(text)}%`;

/** A LIKE pattern for texts that begin with this text literally. */
export const beginningWith = (text: string): string => `${literal(text)}%`;
