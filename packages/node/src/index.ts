export { removeDrafts, replaceFile, syncToDisk } from "./durable-file.ts";
export { FolderInUse, type FolderLock, lockFolder } from "./folder-lock.ts";
export { createTurns } from "./in-turn.ts";
export { ownIdentity } from "./process-identity.ts";
export * from "./tlog.ts";
