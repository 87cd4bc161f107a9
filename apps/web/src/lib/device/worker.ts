import type { DeviceTask, KeepResult } from "./tasks.ts";

/** How wide a picture in a text is at most on this screen, in pixels. */
export const pictureWidth = () => Math.ceil(Math.min(window.screen.width, 736) * window.devicePixelRatio);

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Asks the service worker for something that nobody waits for; not where data are to be saved. */
export function tellWorker(task: DeviceTask): void {
  if (savesData()) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(task));
}

/** Whether this browser can keep anything for reading without the network. */
export const canKeep = () => "serviceWorker" in navigator;

/** Keeps an item, `posts/7`, or a series, `series/3`, whole. */
export async function keepOnDevice(part: string, media: boolean): Promise<KeepResult> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const result = new Promise<KeepResult>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<KeepResult>) => resolve(data);
  });
  active?.postMessage({ task: "keep", part, media, width: pictureWidth() } satisfies DeviceTask, [port2]);
  return result;
}
