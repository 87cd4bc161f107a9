/** An e-mail as it is stored and compared: nobody has two accounts by typing it in capitals. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** One address and nothing else: no name, no list, no line break, nothing that a mail server reads as its own. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\p{C}\s@<>()[\]\\,;:"]+@[^\p{C}\s@<>()[\]\\,;:"]+$/u.test(text);
