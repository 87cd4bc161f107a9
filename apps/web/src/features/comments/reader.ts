/** What comments need to know about the signed-in reader. */
export interface Reader {
  /** Owns the unsent text; null while unknown. */
  id: number | null;
  name: string;
}
