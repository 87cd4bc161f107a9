import { type ErrorCode, errorSentence, lineNamespace, type ServerEvents } from "@cairn/contract";
import { act } from "@testing-library/react";
import { vi } from "vitest";
import { patience } from "./patience.ts";

type Listener = (...told: unknown[]) => void;

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
  readonly namespace: string;
  readonly options: object;
  /** What the site sets before it connects. */
  auth: (send: (handshake: { token: string }) => void) => void = () => {};
  readonly #listeners = new Map<string, Listener[]>();

  constructor(address: string, namespace: string, options: object) {
    this.address = address;
    this.namespace = namespace;
    this.options = options;
  }

  on(event: string, listener: Listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  once(event: string, listener: Listener) {
    this.on(event, listener);
  }

  onAny(listener: Listener) {
    this.on("*", listener);
  }

  removeAllListeners() {
    this.#listeners.clear();
  }

  offAny() {}

  emit(...message: unknown[]) {
    this.sent.push(message);
  }

  connect() {
    this.active = true;
    this.auth(({ token }) => this.tokens.push(token));
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

export class FakeManager {
  readonly #address: string;
  readonly #options: object;
  constructor(address: string, options: object) {
    this.#address = address;
    this.#options = options;
  }
  socket(namespace: string) {
    const socket = new FakeSocket(this.#address, namespace, this.#options);
    sockets.push(socket);
    return socket;
  }
}

export const forgetSockets = () => {
  sockets = [];
};

const isLine = ({ namespace }: FakeSocket) => namespace === lineNamespace;

/** The specification's sockets; live lines are counted by `openLines`. */
export const openedSockets = (): readonly FakeSocket[] => sockets.filter((socket) => !isLine(socket));

/** The live lines that are open. */
export const openLines = (): readonly FakeSocket[] =>
  sockets.filter((socket) => isLine(socket) && !socket.isClosed);

/** The one that is open; a test that asks for it says that there is just one. */
export function theSocket(): FakeSocket {
  const open = openedSockets().filter(({ isClosed }) => !isClosed);
  const [socket] = open;
  if (!socket || open.length > 1) throw new Error(`${open.length} sockets are open.`);
  return socket;
}

/** Waits until the site has asked for a socket, as it does when its code is there. */
export const socketOpened = () => vi.waitFor(theSocket, { timeout: patience });

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
