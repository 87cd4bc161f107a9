/** The address of a stored file that anybody may see, such as a profile picture. */
export const publicAddress = (key: string): string => `/media/${key}`;
