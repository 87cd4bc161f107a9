/** Limits on what one client, one address or one member may use of the sockets; tests shorten them. */
export interface LiveLimits {
  /** Milliseconds within which a connection must authenticate and subscribe. */
  readonly deadline: number;
  /** Connections of one address that have not done so yet. A whole school may reconnect at the same moment. */
  readonly waitingPerAddress: number;
  readonly perMember: number;
  readonly inAll: number;
  /** Bytes of one message. The only meaningful message is a token. */
  readonly messageBytes: number;
  /** Packets of one connection within `floodWindow` milliseconds. */
  readonly messages: number;
  readonly floodWindow: number;
  /**
   * Messages queued for a slow reader. With more, the connection is cut; the client reconnects and fetches what it
   * missed.
   */
  readonly backlog: number;
  /** The same for the whole process: notices from the database that have not been delivered yet. */
  readonly deliveries: number;
  /** Milliseconds between checks for sockets whose session has expired. */
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
