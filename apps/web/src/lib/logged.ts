/** Logs a failure and rethrows it, for failures that are only logged. An aborted call is not logged. */
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
