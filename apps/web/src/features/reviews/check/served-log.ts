import {
  type ErrorCode,
  getCanonicalRevision,
  getContentProof,
  getLogState,
  type LogState,
} from "@cairn/contract";
import { formatTilePath, hashLength, type LogProof, readProof, type TileReader } from "@cairn/tlog";
import { apiHost } from "../../../lib/api/host.ts";
import { currentSite } from "../../../lib/site.ts";
import { Misfit, Unfinished } from "./outcomes.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Characters of a note; the rest of a longer one is not worth reading. */
export const longestNote = 16_384;

/**
 * Reads the log as any program outside would: without the caches and the session of the site's own calls. A site for
 * members only answers no program outside: there the browser shows that it has a session.
 */
const credentials = (): RequestCredentials => (currentSite().audience === "members" ? "include" : "omit");

/**
 * Reads an answer of the site to its end with `read`.
 * @throws Unfinished if there is none, if it breaks off, or if it is a page, such as a network's own log-in: what was not
 *   read whole, or is not the site's, proves nothing
 */
async function fetchFrom<Value>(path: string, read: (answer: Response) => Promise<Value>): Promise<Value> {
  const silent = () => {
    throw new Unfinished("The site did not answer.");
  };
  const answer = await fetch(`${apiHost}/api${path}`, {
    credentials: credentials(),
    cache: "no-store",
  }).catch(silent);
  if (answer.status === 503) await throwIfBehind(answer);
  if (answer.status === 429 || answer.status >= 500) return silent();
  if (!answer.ok) throw new Unfinished(`The site answers ${answer.status} for ${path}.`);
  if (answer.headers.get("content-type")?.startsWith("text/html")) {
    throw new Unfinished(
      "A web page came instead of the site's answer. Your network may want you to log in.",
    );
  }
  return read(answer).catch(() => {
    throw new Unfinished("An answer from the site was cut off.");
  });
}

/** That a log has gone back is news about the log; the site says it in a sentence. */
async function throwIfBehind(answer: Response): Promise<void> {
  const { code, error } = await answer.json().catch(() => ({}));
  if (code === ("log_behind" satisfies ErrorCode)) throw new Misfit(String(error));
}

const bytesOf = async (answer: Response): Promise<Bytes> => new Uint8Array(await answer.arrayBuffer());

async function textOf(path: string): Promise<string> {
  const text = await fetchFrom(path, (answer) => answer.text());
  if (text.length > longestNote * 2) throw new Misfit(`What the site sends for ${path} is too long.`);
  return text;
}

const withId = ({ path }: { path: string }, id: number) => path.replace(":id", String(id));

export const fetchKey = () => textOf("/log/key");
export const fetchCheckpoint = () => textOf("/log/checkpoint");
export const fetchState = (): Promise<LogState> => fetchFrom(getLogState.path, (answer) => answer.json());

/** The published revision as the bytes that its hash is made of. */
export const fetchRevision = (id: number): Promise<Bytes> =>
  fetchFrom(withId(getCanonicalRevision, id), bytesOf);

/** Bytes of a file that is hashed here: the browser keeps it in memory meanwhile. */
const largestFile = 10_000_000;

/** null for a file that is too large to be hashed here. */
export const fetchFile = (url: string): Promise<Bytes | null> =>
  fetchFrom(url, async (answer) => {
    if (Number(answer.headers.get("content-length") ?? Number.NaN) <= largestFile) return bytesOf(answer);
    answer.body?.cancel().catch(() => {}); // ends the transfer
    return null;
  });

export async function fetchProof(id: number): Promise<LogProof> {
  const proof = readProof(await textOf(withId(getContentProof, id)));
  if (!proof) throw new Misfit("The site sent an invalid proof.");
  return proof;
}

export const fetchTile: TileReader = async (level, index, width) => {
  const bytes = await fetchFrom(`/log/tile/${formatTilePath({ level, index, width })}`, bytesOf);
  if (bytes.length !== width * hashLength) throw new Misfit("A part of the tree has the wrong length.");
  return bytes;
};
