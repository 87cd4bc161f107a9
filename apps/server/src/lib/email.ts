/** An e-mail as it is stored and compared: nobody has two accounts by typing it in capitals. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();
