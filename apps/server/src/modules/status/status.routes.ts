import { getStatus } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../calls/mount.ts";
import type { StatusService } from "./status.service.ts";

export function statusRoutes(app: FastifyInstance, status: StatusService): void {
  mount(app, getStatus, () => status.read());
}
