import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Line {
  /** The site's URL through this proxy. */
  readonly url: string;
  /** Pauses the next upload after this many bytes; resolves once it is paused. */
  holdAfter(bytes: number): Promise<void>;
  /** Breaks every connection and lets no new one through. */
  cut(): void;
  /** Lets the next upload of at least this size through, and cuts the connection when the answer arrives. */
  loseAnswerTo(bytes: number): Promise<void>;
  restore(): void;
  close(): Promise<void>;
}

/** A TCP proxy between browser and server that simulates network failures. */
export async function openLine(serverUrl: string): Promise<Line> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let isCut = false;
  let hold: Wait | undefined;
  let loss: Wait | undefined;

  function cut() {
    isCut = true;
    for (const socket of open) socket.destroy();
  }

  function join(near: Socket) {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    let up = 0;
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.on("data", (chunk) => {
      up += chunk.length;
      if (hold && up > hold.bytes) {
        // Drop this chunk: it would be lost anyway when the connection is cut or the page reloads.
        near.pause();
        hold.reached();
        hold = undefined;
      } else if (!far.write(chunk)) {
        near.pause();
        far.once("drain", () => near.resume());
      }
    });
    far.on("data", (chunk) => {
      if (loss && up > loss.bytes) {
        const { reached } = loss;
        loss = undefined;
        cut();
        reached();
      } else near.write(chunk);
    });
    return undefined;
  }

  const server = createServer(join).listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The line has no port.");

  return {
    url: `http://localhost:${address.port}`,
    cut,
    holdAfter: (bytes) => new Promise((reached) => (hold = { bytes, reached })),
    loseAnswerTo: (bytes) => new Promise((reached) => (loss = { bytes, reached })),
    restore: () => {
      isCut = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

interface Wait {
  bytes: number;
  reached: () => void;
}
