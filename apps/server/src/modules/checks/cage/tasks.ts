import type { BlockResult, ProgramBlock, ScriptKind } from "@cairn/contract";

/** What the processes that run members' code are asked, and what they answer. */

export type ProgramKind = ScriptKind | "json" | "yaml" | "regex" | "go" | "python" | "sql";

export interface Program {
  readonly kind: ProgramKind;
  /** Run one after another in the same engine. */
  readonly blocks: readonly ProgramBlock[];
}

export type ProgramAnswer = readonly BlockResult[];
