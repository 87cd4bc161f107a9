import { getCanonicalRevision, getContentProof, getLogState } from "@cairn/contract";
import { encode, toHex } from "@cairn/tlog";
import { act, screen, within } from "@testing-library/react";
import { sampleDetail, sampleMedia, sampleReview } from "@tests/support/web/content-samples.ts";
import { answer, server } from "@tests/support/web/fake-api.ts";
import {
  formerLogKey,
  history,
  type LogHistory,
  loggedHash,
  loggedRevision,
  logKey,
  otherHistory,
  witnessKey,
} from "@tests/support/web/log-samples.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { currentQueryClient } from "../../lib/query-client.ts";
import { sha256 } from "../../lib/sha256.ts";

const approval = sampleReview({ seq: 3, revision_hash: loggedHash });

/** What the site shows of its log, with the item that row 3 approves. */
function showLog({ checkpoint, proof, tile, root }: LogHistory, revision = loggedRevision) {
  answerPost(sampleDetail(), [approval]);
  const witness = {
    name: "club.example/witness",
    key: witnessKey,
    size: 5,
    cosigned_at: approval.decided_at,
  };
  const state = { origin: "cairn.test/log", key: logKey, size: 5, root, signed_at: approval.decided_at };
  server.use(
    answer(getCanonicalRevision, () => HttpResponse.text(revision)),
    answer(getContentProof, () => HttpResponse.text(proof)),
    answer(getLogState, () => HttpResponse.json({ ...state, witnesses: [witness] })),
    http.get("*/api/log/key", () => HttpResponse.text(`${logKey}\n`)),
    http.get("*/api/log/checkpoint", () => HttpResponse.text(checkpoint)),
    http.get("*/api/log/tile/0/000.p/5", () =>
      HttpResponse.arrayBuffer(Uint8Array.from(Buffer.from(tile, "base64")).buffer),
    ),
  );
}

/** As an earlier visit left it. */
const remember = (note: string, key = logKey) =>
  localStorage.setItem("log_seen", JSON.stringify({ key, note, at: "2025-11-17T09:00:00.000Z" }));
const seen = () => JSON.parse(localStorage.getItem("log_seen") ?? "null");

async function pressCheck() {
  const { user } = renderApp("/posts/4");
  await user.click(await screen.findByRole("button", { name: "Check it here" }));
  return user;
}
const stepSays = (text: string) => screen.findByText(text, { exact: false });
const steps = () => within(screen.getByRole("list", { name: "Steps of the check" }));

test("a reader checks an approval on their own device, and each step says what it found", async () => {
  showLog(history);
  await pressCheck();
  const fits = await screen.findByText("Everything matches.");
  expect(fits.closest("[role=status]")?.textContent).toContain("This approval is row 3 of 5");
  expect(screen.getByRole("list", { name: "Steps of the check" }).closest("details")?.open).toBe(false);
  expect(steps().getAllByRole("img", { name: "Fits" })).toHaveLength(5);
  expect(steps().getAllByRole("img", { name: "Nothing to check" })).toHaveLength(1);
  await stepSays(`Revision 1 has the hash ${loggedHash.slice(0, 12)}…`);
  await stepSays("Row 3 says that member 3 approved this hash on 18 Nov 2025.");
  await stepSays("3 hashes connect row 3 with the root hash of all 5 rows.");
  await stepSays("The root is signed by cairn.test/log.");
  await stepSays("1 of 1 witness has signed: club.example/witness.");
  await stepSays("This is the first check on this device.");
  expect(seen()).toMatchObject({ key: logKey, note: history.checkpoint });
});

test("the log is shown to continue what this device saw before", async () => {
  showLog(history);
  remember(history.before);
  await pressCheck();
  await stepSays("It continues the 3 entries that this device saw on 17 Nov 2025.");
  expect(seen().note).toBe(history.checkpoint);
});

test.each([
  [
    "with other entries",
    history.before,
    "The first 3 entries differ from those that this device saw before.",
  ],
  [
    "of the same size",
    history.checkpoint,
    "The first 5 entries differ from those that this device saw before.",
  ],
])(
  "another history %s is named in red, and both notes are kept until they are dismissed",
  async (_how, note, why) => {
    showLog(otherHistory);
    remember(note);
    const user = await pressCheck();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("This device saw two different histories.");
    expect(alert.textContent).toContain(why);
    expect(await within(alert).findAllByRole("link", { name: /^Download the file of/ })).toHaveLength(2);
    const evidence = { before: { note }, now: { note: otherHistory.checkpoint } };
    expect(JSON.parse(localStorage.getItem("log_evidence") ?? "null")).toMatchObject(evidence);
    expect(seen().note).toBe(note);

    await user.click(within(alert).getByRole("button", { name: "Dismiss..." }));
    await user.click(within(alert).getByRole("button", { name: "Delete both files" }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(localStorage.getItem("log_evidence")).toBeNull();
    expect(seen().note).toBe(otherHistory.checkpoint);
  },
);

test("a new key is no fraud: the reader is told how to find out about it, and decides whether to trust it", async () => {
  showLog(history);
  remember(history.before, formerLogKey);
  const user = await pressCheck();
  const alert = (await screen.findByText("The log has a new key.")).closest("[role=status]") as HTMLElement;
  expect(alert.textContent).toContain(logKey);
  expect(within(alert).getByRole("link", { name: "the ledger" }).getAttribute("href")).toBe("/ledger");
  await stepSays("The key that signed it then did not sign it now.");
  expect(steps().getAllByRole("img", { name: "Fits" })).toHaveLength(5);
  expect(seen().key).toBe(formerLogKey);
  expect(localStorage.getItem("log_evidence")).toBeNull();

  await user.click(within(alert).getByRole("button", { name: "Trust the new key" }));
  expect(screen.queryByText("The log has a new key.")).toBeNull();
  expect(seen()).toMatchObject({ key: logKey, note: history.checkpoint });
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByText("Everything matches.");
});

test("a new key of a log that does not continue is a second history", async () => {
  showLog(otherHistory);
  remember(history.before, formerLogKey);
  await pressCheck();
  expect((await screen.findByRole("alert")).textContent).toContain(
    "This device saw two different histories.",
  );
});

test("what an earlier visit found is shown without a press", async () => {
  showLog(history);
  const [before, now] = [history, otherHistory].map(({ checkpoint: note }) => ({
    key: logKey,
    note,
    at: "2025-11-17T09:00:00.000Z",
  }));
  localStorage.setItem("log_evidence", JSON.stringify({ why: "The log had another root.", before, now }));
  renderApp("/posts/4");
  expect((await screen.findByRole("alert")).textContent).toContain("The log had another root.");
});

test.each([
  [
    "another text",
    () => showLog(history, loggedRevision.replace("Two", "Three")),
    "The text does not have the hash that was approved.",
  ],
  [
    "a checkpoint that its key did not sign",
    () => showLog({ ...history, checkpoint: history.checkpoint.replace(/(cairn\.test\/log .{6})./, "$1A") }),
    "The checkpoint is not signed with the key of cairn.test/log.",
  ],
  [
    "a checkpoint that a witness did not sign, although it has their name",
    () =>
      showLog({
        ...history,
        checkpoint: history.checkpoint.replace(/(club\.example\/witness .{40})./, "$1B"),
      }),
    "The signature of the witness club.example/witness is wrong: somebody else made it.",
  ],
  [
    "an entry that is not in the tree",
    () => showLog({ ...history, proof: history.proof.replace(/\n[^\n]{44}\n/, `\n${"A".repeat(43)}=\n`) }),
    "Row 3 is not in the log: its hash does not lead to the root.",
  ],
])("%s does not fit", async (_what, show, why) => {
  show();
  await pressCheck();
  expect((await screen.findByRole("alert")).textContent).toContain(why);
  expect(steps().getAllByRole("img", { name: "Does not match" })).toHaveLength(1);
  expect(seen()).toBeNull();
});

test.each([
  ["is read as well", "a picture", "Its file has the hash"],
  [
    "does not fit if it is another one",
    "another picture",
    "The file does not have the hash that was approved.",
  ],
  ["is not read if it is large", "a picture".padEnd(10_000_001), "Its file is too large to check here."],
])("the file beside a text %s", async (_what, served, found) => {
  const media_hash = toHex(await sha256(encode("a picture")));
  const revision = JSON.stringify({ ...JSON.parse(loggedRevision), media_sha256: media_hash });
  showLog(history, revision);
  const revision_hash = toHex(await sha256(encode(revision)));
  answerPost(sampleDetail({ media: sampleMedia({}) }), [sampleReview({ seq: 3, revision_hash, media_hash })]);
  server.use(http.get("*/api/media/picture.jpg", () => HttpResponse.arrayBuffer(encode(served).buffer)));
  await pressCheck();
  expect((await screen.findAllByText(found, { exact: false })).length).toBeGreaterThan(0);
});

test.each([
  ["fits", "a picture", "Its picture is the one that was approved."],
  [
    "does not fit if it is another one",
    "another picture",
    "The picture does not have the hash that was approved.",
  ],
])("a picture of the text %s", async (_what, served, found) => {
  const pictures = [{ key: "0a.png", sha256: toHex(await sha256(encode("a picture"))) }];
  const revision = JSON.stringify({ ...JSON.parse(loggedRevision), pictures });
  showLog(history, revision);
  const revision_hash = toHex(await sha256(encode(revision)));
  answerPost(sampleDetail(), [sampleReview({ seq: 3, revision_hash })]);
  server.use(http.get("*/api/media/0a.png", () => HttpResponse.arrayBuffer(encode(served).buffer)));
  await pressCheck();
  expect((await screen.findAllByText(found, { exact: false })).length).toBeGreaterThan(0);
});

/** An answer of which the connection delivers the first half alone. */
const broken = (text: string) =>
  new HttpResponse(
    new ReadableStream({
      start(controller) {
        controller.enqueue(encode(text.slice(0, text.length / 2)));
        controller.error(new TypeError("The connection was lost."));
      },
    }),
  );

test.each([
  [
    "a text that breaks off",
    "*/content/4/canonical",
    broken(loggedRevision),
    "An answer from the site was cut off.",
  ],
  [
    "a proof that breaks off",
    "*/content/4/proof",
    broken(history.proof),
    "An answer from the site was cut off.",
  ],
  ["a key that breaks off", "*/log/key", broken(logKey), "An answer from the site was cut off."],
  [
    "a list of witnesses that breaks off",
    "*/api/log",
    broken('{"witnesses":[]}'),
    "An answer from the site was cut off.",
  ],
  [
    "a part of the tree that breaks off",
    "*/log/tile/*",
    broken(history.tile),
    "An answer from the site was cut off.",
  ],
  [
    "a part of the tree that is not served",
    "*/log/tile/*",
    new HttpResponse(null, { status: 404 }),
    "answers 404",
  ],
  [
    "a text in whose place a network's own page comes",
    "*/content/4/canonical",
    HttpResponse.html("<h1>Log in to this network</h1>"),
    "A web page came instead of the site's answer. Your network may want you to log in.",
  ],
  [
    "a key in whose place a network's own page comes",
    "*/log/key",
    HttpResponse.html("<h1>Log in to this network</h1>"),
    "A web page came instead of the site's answer. Your network may want you to log in.",
  ],
  ["a proof that is not served", "*/content/4/proof", new HttpResponse(null, { status: 410 }), "answers 410"],
  ["no answer", "*/log/checkpoint", HttpResponse.error(), "The site did not answer."],
  [
    "a newer revision than the page's",
    "*/content/4/canonical",
    HttpResponse.text(loggedRevision.replace(/"revision":1/, '"revision":2')),
    "Reload the page.",
  ],
])("%s is no evidence: the check is not finished", async (_what, path, served, why) => {
  showLog(history);
  remember(history.before);
  server.use(http.get(path, () => served));
  await pressCheck();
  const warning = (await screen.findByText("The check is not finished.")).closest("[role=status]");
  expect(warning?.textContent).toContain(why);
  expect(steps().queryByRole("img", { name: "Does not match" })).toBeNull();
  expect(steps().getAllByRole("img", { name: "Not checked" })).toHaveLength(1);
  expect(localStorage.getItem("log_evidence")).toBeNull();
  expect(seen().note).toBe(history.before);
});

test("a part of the tree that leads to no root does not fit, and is no second history", async () => {
  showLog({ ...history, tile: otherHistory.tile });
  remember(history.before);
  await pressCheck();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The parts of the tree that the site sent do not match its root hash.");
  expect(localStorage.getItem("log_evidence")).toBeNull();
});

test("another reader's like does not restart a finished check", async () => {
  showLog(history);
  let asked = 0;
  server.use(
    http.get("*/api/log/checkpoint", () => {
      asked += 1;
      return HttpResponse.text(history.checkpoint);
    }),
  );
  await pressCheck();
  await screen.findByText("Everything matches.");
  answerPost(sampleDetail({ likes: 77 }), [approval]);
  await act(() => currentQueryClient().invalidateQueries());
  await screen.findAllByText("77");
  expect(screen.getByText("Everything matches.")).toBeDefined();
  expect(asked).toBe(1);
});

test("a browser without Ed25519 checks the signatures all the same", async () => {
  showLog(history);
  vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("Unknown", "NotSupportedError"));
  await pressCheck();
  expect(await screen.findByText("Everything matches.")).toBeDefined();
});
