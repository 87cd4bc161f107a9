import { socketPath } from "@cairn/contract";
import { WebSocket } from "undici";
import type { Target } from "./line.ts";

// A program: many idle members, each with a socket that has subscribed. It says when all of them have, and then when the
// last of them received each notification.

export interface SocketsWanted {
  readonly target: Target;
  /** One for each socket. */
  readonly tokens: readonly string[];
}
export type SocketsSaid =
  | { readonly open: number }
  /** Milliseconds since the epoch at which the first and the last received it. */
  | { readonly received: number; readonly first: number; readonly last: number }
  | { readonly error: string };

const atATime = 100;
const say = (said: SocketsSaid) => void process.send?.(said);

process.once("message", ({ target, tokens }: SocketsWanted) => {
  open(target, tokens).then(
    () => say({ open: tokens.length }),
    (error: unknown) => say({ error: String(error) }),
  );
});

let received = 0;
let first = 0;

async function open(target: Target, tokens: readonly string[]): Promise<void> {
  let next = 0;
  const opener = async () => {
    while (next < tokens.length) await openOne(target, tokens[next++] ?? "", tokens.length);
  };
  await Promise.all(Array.from({ length: atATime }, opener));
}

/** Engine.IO's packets begin with a digit: 0 opens, 2 pings, 3 pongs, 4 carries Socket.IO, whose 0 connects, 2 is an event. */
function openOne({ host, port }: Target, token: string, all: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${host}:${port}${socketPath}?EIO=4&transport=websocket`);
    socket.addEventListener("error", () => reject(new Error("a socket failed")));
    socket.addEventListener("close", () => say({ error: "a socket was closed" }));
    socket.addEventListener("message", ({ data }) => {
      const packet = String(data);
      if (packet.startsWith("0")) socket.send(`40${JSON.stringify({ token })}`);
      else if (packet === "2") socket.send("3");
      else if (packet.startsWith("40")) {
        socket.send(`42${JSON.stringify(["connect_notification", token])}`);
        resolve();
      } else if (packet.startsWith("44")) reject(new Error(packet));
      else if (packet.startsWith('42["new_notification"')) count(all);
    });
  });
}

function count(all: number): void {
  if (received === 0) first = Date.now();
  received += 1;
  if (received < all) return;
  say({ received, first, last: Date.now() });
  received = 0;
}
