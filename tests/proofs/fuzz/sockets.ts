import { socketPath } from "@cairn/contract";
import fc from "fast-check";
import { io } from "socket.io-client";
import { type LiveSite, pollByHand } from "../../support/server/live.ts";
import { fingerprint } from "../fingerprint.ts";
import { everybody, type Who } from "./requests.ts";
import type { World } from "./world.ts";

/** What one client does: how it introduces itself, what it emits, or what it sends past the protocol. */
interface Visit {
  readonly as: Who;
  /** In place of the token; undefined: the token. */
  readonly auth: unknown;
  readonly events: readonly (readonly [name: string, argument: unknown])[];
  /** Packets by hand instead of a client. */
  readonly packets: readonly string[] | null;
}

const anything = fc.oneof(
  fc.anything({ maxDepth: 3, withNullPrototype: false }),
  fc.constantFrom<unknown>(
    null,
    "",
    "a.b.c",
    "x".repeat(2_000),
    1e308,
    [[[]]],
    { token: {} },
    "\0",
    "\ud800",
  ),
);

/** What can be sent as JSON. */
const argument = anything.map((value) => {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null") as unknown;
  } catch {
    return null;
  }
});

const packets = fc.array(
  fc.oneof(
    fc.constantFrom(
      "40",
      "41",
      "42",
      "42[]",
      '42["connect_notification"]',
      '42["connect_notification",{}]',
      "43",
      "4",
      "1",
      "2probe",
      "3",
      "5",
      "6",
      "9",
      "b",
      "bAAAA",
      '45-["a",{"_placeholder":true,"num":0}]',
      '40{"token":"\\ud800"}',
      '40{"__proto__":{"a":1}}',
      "40/other,{}",
      `42["${"x".repeat(17_000)}"]`,
      `40${"[".repeat(5_000)}`,
    ),
    fc.string({ maxLength: 60 }),
    fc.json().map((text) => `42${text}`),
    fc.json().map((text) => `40${text}`),
  ),
  { minLength: 1, maxLength: 4 },
);

export const visits: fc.Arbitrary<Visit> = fc.record({
  as: fc.constantFrom<Who>("nobody", "member", "admin", "renewer"),
  auth: fc.option(argument, { nil: undefined, freq: 2 }),
  events: fc.array(
    fc.tuple(
      fc.oneof(
        fc.constant("connect_notification"),
        fc.constantFrom("new_notification", "error", "disconnecting", "newListener", "", "__proto__"),
        fc.string(),
      ),
      argument,
    ),
    { maxLength: 4 },
  ),
  packets: fc.option(packets, { nil: null, freq: 2 }),
});

/** Pays the visits, and throws if the server breaks, tells of its insides, or stores anything by them. */
export async function visit(world: World, site: LiveSite, list: readonly Visit[]): Promise<void> {
  for (const who of everybody) await world.mend(who);
  const before = await fingerprint(world.app);
  for (const one of list) {
    if (one.packets) await byHand(site, one.packets);
    else await byClient(world, site, one);
  }
  const { status } = await fetch(`${site.address}/health/live`);
  if (status !== 200) throw new Error(`the server answers ${status} after the visits`);
  const after = await fingerprint(world.app);
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  if (changed.length > 0) throw new Error(`changed by sockets: ${changed.join(", ")}`);
}

async function byHand(site: LiveSite, sent: readonly string[]): Promise<void> {
  const connection = await pollByHand(site.address);
  if (connection.status >= 500) throw new Error(`the handshake was answered ${connection.status}`);
  for (const packet of sent) {
    const status = await connection.send(packet.toWellFormed());
    if (status >= 500) throw new Error(`a packet was answered ${status}: ${packet.slice(0, 200)}`);
  }
}

/** Resolves when the server has heard all of it, or has had enough. */
function byClient(world: World, site: LiveSite, { as, auth, events }: Visit): Promise<void> {
  const socket = io(site.address, {
    path: socketPath,
    auth: { token: auth === undefined ? world.tokenOf(as) : auth },
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
  });
  return new Promise((resolve) => {
    const done = () => {
      socket.disconnect();
      resolve();
    };
    socket.once("connect_error", done);
    socket.once("disconnect", done);
    socket.once("connect", () => {
      for (const [name, value] of events)
        if (!reserved.includes(name)) socket.emit(name as never, value as never);
      // The last of them; once it has left, all have.
      socket.emit("connect_notification", world.tokenOf(as));
      socket.io.engine.once("drain", done);
    });
  });
}

/** The client itself refuses to send these. */
const reserved = ["connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"];
