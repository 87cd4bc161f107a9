import { createPicture } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import type { KeyedCalls } from "../../calls/idempotency.ts";
import type { Forms } from "../media/forms.ts";
import type { PictureService } from "./pictures.service.ts";

interface Dependencies {
  texts: { pictures: PictureService; forms: Forms };
  keyed: KeyedCalls;
}

export function pictureRoutes(app: FastifyInstance, { texts, keyed }: Dependencies): void {
  keyed.mount(app, createPicture, (request, transact) =>
    texts.forms.read(request, createPicture, (draft, file) =>
      texts.pictures.add(memberOf(request), draft, file, transact),
    ),
  );
}
