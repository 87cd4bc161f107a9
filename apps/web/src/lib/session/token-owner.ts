/** The member whose access token this is; 0 without one. Nothing is proven by it: the server decides about each call. */
export function ownerOf(authorization: string | null): number {
  const payload = authorization?.split(".")[1];
  if (!payload) return 0;
  try {
    const { sub } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return Number.isSafeInteger(Number(sub)) ? Number(sub) : 0;
  } catch {
    // No token of this site's: its answer is kept for nobody.
    return -1;
  }
}
