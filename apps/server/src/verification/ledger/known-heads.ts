/**
 * The end of the chain at some time. Before the first decision this is row 0, with the hash that row 1 names as its
 * predecessor.
 */
export interface Head {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** The item that the row is about; null if unknown. */
  readonly contentId: number | null;
}

/** An earlier head of the ledger: its row must still exist with the same hash. */
export interface KnownHead extends Head {
  /** Where it is known from, as the end of the sentence "it is ...". */
  readonly origin: string;
}

/** The root of the log's tree when it had `seq` rows: the rows up to that one must still make it. */
export interface KnownRoot {
  readonly seq: number;
  readonly root: Uint8Array;
  /** Where it is known from, as the end of the sentence "row 57 is ...". */
  readonly origin: string;
}
