import { changeProfile, getAuthor, getProfile, listAuthors, messages } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import { sourcesOfAuthors } from "../../events/sources.ts";
import type { Forms } from "../media/forms.ts";
import type { ProfileService } from "./profiles.service.ts";

export function profileRoutes(app: FastifyInstance, profiles: ProfileService, forms: Forms): void {
  mount(app, getProfile, (request) => profiles.get(memberOf(request)));
  mount(app, getAuthor, async (request, reply) => {
    const author = await profiles.author(request.params.id);
    madeOf(reply, [`user:${author.id}`, "list"]);
    return author;
  });
  mount(app, listAuthors, async (request, reply) => {
    const items = await profiles.authorsNamed(request.query.q);
    madeOf(reply, sourcesOfAuthors(items));
    return { items };
  });
  mount(app, changeProfile, (request) =>
    forms.read(request, changeProfile, async (change, avatar) => ({
      message: messages.profileUpdated,
      ...(await profiles.change(memberOf(request), change, avatar)),
    })),
  );
}
