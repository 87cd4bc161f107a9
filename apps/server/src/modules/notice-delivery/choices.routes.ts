import {
  changeNoticeChoices,
  followSubject,
  getNoticeChoices,
  listFollows,
  unfollowSubject,
} from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { ChoiceService } from "./choices.service.ts";

export function choiceRoutes(app: FastifyInstance, choices: ChoiceService): void {
  mount(app, followSubject, (request) =>
    choices.follow(memberOf(request), request.params.kind, request.params.id),
  );
  mount(app, unfollowSubject, (request) =>
    choices.unfollow(memberOf(request), request.params.kind, request.params.id),
  );
  mount(app, listFollows, async (request) => ({ items: await choices.follows(memberOf(request)) }));

  mount(app, getNoticeChoices, (request) => choices.choices(memberOf(request)));
  mount(app, changeNoticeChoices, (request) => {
    const { items = [], mail_again: mailAgain = false } = request.body;
    return choices.choose(memberOf(request), items, mailAgain);
  });
}
