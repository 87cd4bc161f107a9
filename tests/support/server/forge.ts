/** A token, a code or the address of a signature with another last sign: one that nobody has issued. */
export const forge = (issued: string): string => issued.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
