import { statfs } from "node:fs/promises";

/** Whether there is room for anything new. */
export interface DiskRoom {
  readonly isLow: boolean;
  stop(): void;
}

export const endlessRoom: DiskRoom = { isLow: false, stop() {} };

interface RoomLog {
  warn(facts: object, message: string): void;
  info(facts: object, message: string): void;
}

const megabyte = 1024 * 1024;
/** Below this nothing new is taken in: what is under way and what the database does by itself still find room. */
const least = 64 * megabyte;
const lookEvery = 500;

/** Looks how much room the disk of `directory` has, time and again. */
export async function watchDiskRoom(directory: string, log: RoomLog): Promise<DiskRoom> {
  let isLow = false;
  const look = async () => {
    const { bavail, bsize } = await statfs(directory);
    const megabytes = Math.floor((bavail * bsize) / megabyte);
    const wasLow = isLow;
    isLow = bavail * bsize < least;
    if (isLow && !wasLow) log.warn({ megabytes }, "the disk is nearly full: nothing new is taken in");
    if (!isLow && wasLow) log.info({ megabytes }, "the disk has room again");
  };
  await look();
  const timer = setInterval(() => {
    look().catch((error) => log.warn({ err: error }, "cannot tell how much room the disk has"));
  }, lookEvery).unref();
  return {
    get isLow() {
      return isLow;
    },
    stop: () => clearInterval(timer),
  };
}
