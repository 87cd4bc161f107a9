import { useSyncExternalStore } from "react";
import { readSession, type Session, subscribeSession } from "./session.ts";

const notRead = () => null;

/** Null while the session is not read: at build, and while a prerendered page comes alive. */
export function useSession(): Session | null {
  return useSyncExternalStore<Session | null>(subscribeSession, readSession, notRead);
}
