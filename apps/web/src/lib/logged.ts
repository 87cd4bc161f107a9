/** For failures that are only logged: says what failed, and fails all the same. What was given up is no failure. */
export async function logged<Value>(
  what: string,
  call: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (!signal?.aborted) console.warn(what, error);
    throw error;
  }
}
