/** What one stranger, one address or one member may take of the sockets; tests shorten it. */
export interface LiveLimits {
  /** Milliseconds until a connection has to have said whose it is and asked to be told. */
  readonly deadline: number;
  /** Connections of one address that have not done so yet. A whole school may come back at the same moment. */
  readonly waitingPerAddress: number;
  readonly perMember: number;
  readonly inAll: number;
  /** Bytes of one message: the only one that means anything is a token. */
  readonly messageBytes: number;
  /** Packets of one connection within `floodWindow` milliseconds. */
  readonly messages: number;
  readonly floodWindow: number;
  /** Messages that wait for a slow reader; with more it is cut, comes back and fetches what it missed. */
  readonly backlog: number;
  /** The same for all: what has been told by the database and not by us. */
  readonly deliveries: number;
  /** How often sessions are looked at that end by themselves. */
  readonly endsEvery: number;
}

export const liveLimits: LiveLimits = {
  deadline: 10_000,
  waitingPerAddress: 200,
  perMember: 20,
  inAll: 10_000,
  messageBytes: 16 * 1024,
  messages: 30,
  floodWindow: 10_000,
  backlog: 256,
  deliveries: 5_000,
  endsEvery: 500,
};
