import { createCaptions, getTranscript } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { memberOf } from "../../calls/bearer.ts";
import type { KeyedCalls } from "../../calls/idempotency.ts";
import { mount } from "../../calls/mount.ts";
import type { Forms } from "../media/forms.ts";
import type { CaptionsService } from "./captions.service.ts";

interface Dependencies {
  captions: CaptionsService;
  captionsForms: Forms;
  keyed: KeyedCalls;
}

export function captionsRoutes(app: FastifyInstance, { captions, captionsForms, keyed }: Dependencies): void {
  keyed.mount(app, createCaptions, (request, transact) =>
    captionsForms.read(request, createCaptions, (draft, file) =>
      captions.add(memberOf(request), draft, file, transact),
    ),
  );

  mount(app, getTranscript, async (request, reply) => {
    const { id } = request.params;
    const transcript = await captions.transcript(request.bearer, id, request.query.language);
    madeOf(reply, [`item:${id}`]);
    return transcript;
  });
}
