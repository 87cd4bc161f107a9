const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

/** "34.0 MB"; the limit of 52,428,800 bytes reads "50.0 MB". */
export const sizeText = (bytes: number) =>
  bytes < megabyte / 10 ? `${Math.ceil(bytes / 1024)} KB` : `${inMegabytes(bytes)} MB`;

/** A limit: "50 MB", "2 GB". */
export const limitText = (bytes: number) =>
  bytes < gigabyte ? `${Math.floor(bytes / megabyte)} MB` : `${Math.floor((bytes / gigabyte) * 10) / 10} GB`;

const inMegabytes = (bytes: number) => (bytes / megabyte).toFixed(1);

/** "21.4 of 34.0 MB". */
export const sentText = (sent: number, total: number) => `${inMegabytes(sent)} of ${inMegabytes(total)} MB`;

/** When all is sent and the server's answer is awaited. */
export const checkedWords = "Sent. Being checked…";

/** Message for a text that is sent or kept without the file chosen for it. */
export const nothingAttached = (why: string) => `Nothing was attached: ${why}`;
