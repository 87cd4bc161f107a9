/** A signed-in reader, as far as comments need to know them. */
export interface Reader {
  /** Owns what is typed and not sent; null while it is not known. */
  id: number | null;
  name: string;
}
