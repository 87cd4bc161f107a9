import { createInvitation, deleteInvitation, importInvitations, listInvitations } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { Forms } from "../media/forms.ts";
import type { InvitationService } from "./invitations.service.ts";

interface Dependencies {
  invitations: InvitationService;
  listForms: Forms;
}

export function invitationRoutes(app: FastifyInstance, { invitations, listForms }: Dependencies): void {
  mount(app, listInvitations, (request) => invitations.list(request.query));
  mount(app, createInvitation, async (request, reply) => {
    const invitation = await invitations.create(memberOf(request).userId, request.body);
    reply.code(201);
    return invitation;
  });
  mount(app, deleteInvitation, async (request) => {
    await invitations.remove(memberOf(request).userId, request.params.id);
    return { message: "Invitation deleted" as const };
  });
  mount(app, importInvitations, (request) =>
    listForms.read(request, importInvitations, ({ send = true }, file) =>
      invitations.invitePeople(memberOf(request).userId, file, send),
    ),
  );
}
