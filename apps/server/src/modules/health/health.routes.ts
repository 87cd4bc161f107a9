import { getLiveness, getReadiness } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../calls/mount.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Drain } from "../../lib/graceful-stop.ts";

const ok = { status: "ok" } as const;

export function healthRoutes(app: FastifyInstance, db: Database, drain: Drain): void {
  mount(app, getLiveness, async () => ok);
  mount(app, getReadiness, async () => {
    if (drain.stopping) throw new AppError("unavailable", { retryAfter: 5 });
    await db.ping();
    return ok;
  });
}
