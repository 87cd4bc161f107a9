/** Errors of chunks that did not load. Each browser words them differently; Vite says which they are. */
const loadErrors = new WeakSet<object>();

export function watchLoadErrors() {
  window.addEventListener("vite:preloadError", ({ payload }) => loadErrors.add(payload));
}

export const isLoadError = (error: unknown) =>
  typeof error === "object" && error !== null && loadErrors.has(error);
