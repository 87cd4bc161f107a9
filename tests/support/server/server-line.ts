import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface ServerLine {
  /** The database's address through this line. */
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** From now on nothing passes, and nobody is told; new connections are taken and stay silent. */
  hush(): void;
  /** How many bytes were held back since it fell silent. */
  heldBack(): number;
  restore(): void;
  close(): Promise<void>;
}

/** The network between a process and its database server, as far as it can break. */
export async function openServerLine(url: string): Promise<ServerLine> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let state: "open" | "cut" | "silent" = "open";
  let heldBack = 0;
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };

  const server = createServer((near) => {
    if (state === "cut") return near.destroy();
    const far = connect(Number(target.port || 5432), target.hostname);
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
      socket.on("data", (chunk) => {
        if (state === "open") other.write(chunk);
        else heldBack += chunk.length;
      });
    }
    return undefined;
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the line has no port");
  const through = new URL(url);
  through.host = `127.0.0.1:${address.port}`;

  return {
    url: through.href,
    cut() {
      state = "cut";
      breakAll();
    },
    hush() {
      state = "silent";
      heldBack = 0;
    },
    heldBack: () => heldBack,
    restore() {
      state = "open";
    },
    async close() {
      breakAll();
      server.close();
      await once(server, "close");
    },
  };
}
