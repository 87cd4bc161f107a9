import { useSession } from "./useSession.ts";

/** Whether calls that need somebody are worth making; the server decides about each (D13). */
export function useIsSignedIn(): boolean {
  const session = useSession();
  return Boolean(session?.accessToken ?? session?.refreshToken);
}
