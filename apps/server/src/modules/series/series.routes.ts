import {
  changeSeries,
  createSeries,
  deleteSeries,
  getSeries,
  getSeriesProgress,
  listSeries,
} from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import { sourcesOfSeries } from "../../events/sources.ts";
import type { SeriesService } from "./series.service.ts";

export function seriesRoutes(app: FastifyInstance, series: SeriesService): void {
  mount(app, listSeries, async (request, reply) => {
    const { isPublic, ...page } = await series.list(request.bearer, request.query);
    if (isPublic) madeOf(reply, ["series", ...page.items.map(({ author }) => `user:${author.id}` as const)]);
    return page;
  });

  mount(app, getSeries, async (request, reply) => {
    const { series: found, isPublic } = await series.get(request.bearer, request.params.id);
    if (isPublic) madeOf(reply, sourcesOfSeries(found));
    return found;
  });

  mount(app, getSeriesProgress, async (request) => ({
    finished: await series.finished(memberOf(request), request.params.id),
  }));

  mount(app, createSeries, async (request, reply) => {
    reply.code(201);
    return series.create(memberOf(request), request.body);
  });
  mount(app, changeSeries, (request) => series.change(memberOf(request), request.params.id, request.body));
  mount(app, deleteSeries, async (request) => {
    await series.remove(memberOf(request), request.params.id);
    return { message: "Series deleted" as const };
  });
}
