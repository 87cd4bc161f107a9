import { createHash } from "node:crypto";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { mediaName } from "../modules/media/store/media-store.ts";

/** Increased when files can no longer be read as before. */
export const backupFormat = 1;

const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Count = Type.Integer({ minimum: 0 });

/** A stored file that did not match its row when the backup was made. */
const Misfit = Type.Object({
  key: Type.String({ pattern: mediaName.source }),
  problem: Type.Union([Type.Literal("missing"), Type.Literal("changed"), Type.Literal("unreadable")]),
});
export type Misfit = Static<typeof Misfit>;

const words = {
  missing: "is missing",
  changed: "has changed since it was stored",
  unreadable: "cannot be read",
} satisfies Record<Misfit["problem"], string>;

/** A line per file, for the first hundred of them. */
export function misfitLines(misfits: readonly Misfit[]): string[] {
  const listed = misfits.slice(0, 100).map(({ key, problem }) => `  ${key} ${words[problem]}`);
  const rest = misfits.length - listed.length;
  return rest > 0 ? [...listed, `  and ${rest} more`] : listed;
}

/** A backup's description of itself, so that nothing in it can be missing or changed unnoticed. */
const Manifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  made_at: Type.String(),
  /** The release of Cairn that made it. */
  made_by: Type.String(),
  /** The migrations applied to its tables, oldest first. */
  migrations: Type.Array(Type.String(), { minItems: 1 }),
  tables: Type.Array(Type.Object({ name: Type.String(), rows: Count, sha256: Sha256 })),
  sequences: Type.Record(Type.String(), Type.String()),
  media: Type.Object({ files: Count, bytes: Count }),
  /** SHA-256 of the file with the key that signs the log; absent where there was none yet. */
  log_key: Type.Optional(Sha256),
  /** Files that a row names but that the backup does not contain as that row says; absent in older backups. */
  misfits: Type.Optional(Type.Array(Misfit)),
});
export type Manifest = Static<typeof Manifest>;

const Sealed = Compile(Type.Object({ manifest: Manifest, sha256: Sha256 }));

/** The file is not a backup of Cairn, or is incomplete. The message is one line. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";

  constructor(problem: string, options?: ErrorOptions) {
    super(`This backup cannot be used: ${problem}`, options);
  }
}

const hashOf = (manifest: Manifest) => createHash("sha256").update(JSON.stringify(manifest)).digest("hex");

export const writeManifest = (manifest: Manifest): string =>
  `${JSON.stringify({ manifest, sha256: hashOf(manifest) }, null, 2)}\n`;

/** @throws BadBackup */
export function readManifest(text: string): Manifest {
  const sealed = parse(text);
  if (sealed.manifest.format > backupFormat) {
    throw new BadBackup("it was made by a newer version of Cairn");
  }
  if (hashOf(sealed.manifest) !== sealed.sha256) throw new BadBackup("its list of contents has been changed");
  return sealed.manifest;
}

function parse(text: string): { manifest: Manifest; sha256: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (Sealed.Check(value)) return value;
  } catch {
    // Reported below: it is not a list of contents either way.
  }
  throw new BadBackup("its list of contents cannot be read");
}
