import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signatureHeaders } from "./signature.ts";

const body = JSON.stringify({ type: "comment.created", data: { title: "Cafés & caches: 日本" } });
const signed = (secret: string) => signatureHeaders(secret, { id: "msg_1", sentAt: new Date(), body });

test("a receiver with the library of Standard Webhooks accepts the headers, and refuses another body or secret", () => {
  const secret = newWebhookSecret();
  expect(new Webhook(secret).verify(body, signed(secret))).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, signed(secret))).toThrow();
  expect(() => new Webhook(secret).verify(body, signed(newWebhookSecret()))).toThrow();
});

test("a signature is that of the example in the text of Standard Webhooks", () => {
  const headers = signatureHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    sentAt: new Date(1614265330_000),
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});
