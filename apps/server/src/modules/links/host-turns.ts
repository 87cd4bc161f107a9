interface Pace {
  /** Milliseconds of some clock. */
  now(): number;
  /** Resolves when at least so many milliseconds of that clock have passed. */
  pause(milliseconds: number): Promise<void>;
}

/** Milliseconds between the end of one request to a host and the beginning of the next. */
export const gapMs = 2_000;
/** Hosts that are remembered after their last request. */
const remembered = 1_000;

interface Host {
  last: Promise<unknown>;
  waiting: number;
  /** When it may be asked again. */
  freeAt: number;
}

/** Allows one request to a host at a time, with a pause in between. The caller limits how many wait. */
export function createHostTurns({ now, pause }: Pace) {
  const hosts = new Map<string, Host>();

  function forgetIdle(): void {
    if (hosts.size <= remembered) return;
    for (const [name, { waiting, freeAt }] of hosts) if (waiting === 0 && freeAt <= now()) hosts.delete(name);
  }

  return async <Result>(name: string, request: () => Promise<Result>): Promise<Result> => {
    forgetIdle();
    const host = hosts.get(name) ?? { last: Promise.resolve(), waiting: 0, freeAt: 0 };
    hosts.set(name, host);
    host.waiting += 1;
    const turn = host.last.then(async () => {
      const wait = host.freeAt - now();
      if (wait > 0) await pause(wait);
      try {
        return await request();
      } finally {
        host.freeAt = now() + gapMs;
      }
    });
    host.last = turn
      .catch(() => {})
      .then(() => {
        host.waiting -= 1;
      });
    return turn;
  };
}
export type HostTurns = ReturnType<typeof createHostTurns>;
