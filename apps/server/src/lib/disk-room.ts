import { statfs } from "node:fs/promises";

/** Whether the disk has room for new data. */
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
/** Below this no new data is accepted, so that work in flight and the database's own writes still find room. */
const least = 64 * megabyte;
const lookEvery = 500;

/** Free space on the disk of `directory`. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Checks the free space on the disk of `directory` at regular intervals. */
export async function watchDiskRoom(directory: string, log: RoomLog): Promise<DiskRoom> {
  let isLow = false;
  const look = async () => {
    const free = await freeBytes(directory);
    const megabytes = Math.floor(free / megabyte);
    const wasLow = isLow;
    isLow = free < least;
    if (isLow && !wasLow) log.warn({ megabytes }, "the disk is nearly full: new content is refused");
    if (!isLow && wasLow) log.info({ megabytes }, "the disk has space again");
  };
  await look();
  const timer = setInterval(() => {
    look().catch((error) => log.warn({ err: error }, "cannot read the free space of the disk"));
  }, lookEvery).unref();
  return {
    get isLow() {
      return isLow;
    },
    stop: () => clearInterval(timer),
  };
}
