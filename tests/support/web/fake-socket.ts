import { type ErrorCode, errorSentence, type ServerEvents } from "@cairn/contract";
import { act } from "@testing-library/react";
import { vi } from "vitest";

type Listener = (...told: unknown[]) => void;

/** What the site hands to `io`. */
interface SocketOptions {
  auth: (send: (handshake: { token: string }) => void) => void;
  [option: string]: unknown;
}

/** The part of socket.io-client that is used, with the server's side of it in the test's hands. */
class FakeSocket {
  connected = false;
  /** Whether it would try again by itself. */
  active = true;
  isClosed = false;
  /** The token of each attempt to connect. */
  readonly tokens: string[] = [];
  readonly sent: unknown[][] = [];
  readonly address: string;
  readonly options: SocketOptions;
  readonly #listeners = new Map<string, Listener[]>();

  constructor(address: string, options: SocketOptions) {
    this.address = address;
    this.options = options;
    this.connect();
  }

  on(event: string, listener: Listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  onAny(listener: Listener) {
    this.on("*", listener);
  }

  emit(...message: unknown[]) {
    this.sent.push(message);
  }

  connect() {
    this.active = true;
    this.options.auth(({ token }) => this.tokens.push(token));
  }

  disconnect() {
    this.isClosed = true;
    this.connected = false;
    this.active = false;
  }

  tell(event: string, ...told: unknown[]) {
    for (const listener of this.#listeners.get(event) ?? []) listener(...told);
  }
}

let sockets: FakeSocket[] = [];

vi.mock("socket.io-client", () => ({
  io: (address: string, options: SocketOptions) => {
    const socket = new FakeSocket(address, options);
    sockets.push(socket);
    return socket;
  },
}));

export const forgetSockets = () => {
  sockets = [];
};

export const openedSockets = (): readonly FakeSocket[] => sockets;

/** The one that is open; a test that asks for it says that there is just one. */
export function theSocket(): FakeSocket {
  const open = sockets.filter(({ isClosed }) => !isClosed);
  const [socket] = open;
  if (!socket || open.length > 1) throw new Error(`${open.length} sockets are open.`);
  return socket;
}

/** Waits until the site has asked for a socket, as it does when its code is there. */
export const socketOpened = () => vi.waitFor(theSocket, { timeout: 10_000 });

/** The server lets it in: the first time, or after an interruption. */
export async function letIn() {
  const socket = await socketOpened();
  act(() => {
    socket.connected = true;
    socket.tell("connect");
  });
  return socket;
}

/** The server says no to the handshake. */
export function refuse(code: ErrorCode = "session_ended") {
  const socket = theSocket();
  socket.active = false;
  act(() => socket.tell("connect_error", Object.assign(new Error(errorSentence[code]), { data: { code } })));
}

/** The connection is gone, and the socket tries again by itself; `cut`: the server ended it. */
export function breakOff({ cut = false } = {}) {
  const socket = theSocket();
  socket.connected = false;
  socket.active = !cut;
  act(() => socket.tell("disconnect", cut ? "io server disconnect" : "transport close"));
}

export function tellLive<Event extends keyof ServerEvents>(
  event: Event,
  ...told: Parameters<ServerEvents[Event]>
) {
  act(() => theSocket().tell("*", event, ...told));
}
