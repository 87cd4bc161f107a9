/** What a page asks of the service worker, by `postMessage`. */
export type DeviceTask =
  /** The items that the member saved; those that are missing are fetched. */
  | { task: "saved"; ids: readonly number[]; width: number }
  /**
   * Keep an item or a series whole. `media`: with films, recordings and files. `width`: of the widest picture here, in
   * pixels. Answered with a `KeepResult` on the port that comes with it.
   */
  | { task: "keep"; part: string; media: boolean; width: number }
  /** The page that was open before the worker was there. */
  | { task: "opened"; path: string }
  /** The library's first pages, unless they are from today. */
  | { task: "library" }
  /** The files of this version that were not used yet, so that this tab finds them after the next deployment. */
  | { task: "files" }
  /** To a worker that waits: take over. */
  | { task: "take over" };

/** `missing`: the server has no such item; `full`: more than may be kept. */
export type KeepResult = "kept" | "missing" | "full" | "failed";
