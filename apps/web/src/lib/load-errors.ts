/** Errors of chunks that failed to load. Each browser words them differently, so Vite's event identifies them. */
const loadErrors = new WeakSet<object>();

export function watchLoadErrors() {
  window.addEventListener("vite:preloadError", ({ payload }) => loadErrors.add(payload));
}

export const isLoadError = (error: unknown) =>
  typeof error === "object" && error !== null && loadErrors.has(error);
