/** An e-mail as it is stored and compared: typing it in capitals does not make a second account. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Exactly one address: no name, list, line break or anything that a mail server interprets. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\p{C}\s@<>()[\]\\,;:"]+@[^\p{C}\s@<>()[\]\\,;:"]+$/u.test(text);
