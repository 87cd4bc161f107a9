/** A LIKE pattern for texts that contain these characters, each of them standing for itself. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
