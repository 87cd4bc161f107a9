/** "1 link", "3 links". */
export const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
