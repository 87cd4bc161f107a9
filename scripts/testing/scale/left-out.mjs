/**
 * Tests of the server that `npm run test:scale` leaves out, and why. Everything else has to pass on both engines.
 * @type {readonly { files: readonly string[], why: string }[]}
 */
export const leftOut = [
  {
    files: ["src/db/embedded/**"],
    why: "they are about the embedded engine's own files, threads and locks",
  },
  { files: ["src/db/maintenance.test.ts"], why: "a server vacuums and takes checkpoints by itself" },
  {
    files: ["src/backup/**"],
    why: "a running embedded engine is backed up by a copy of its files; the moves between the engines are tested below",
  },
  {
    files: ["../../tests/proofs/hearing/kills.test.ts", "../../tests/proofs/log/kills.test.ts"],
    why: "they kill a server with its embedded engine; instances on a server are killed below",
  },
  { files: ["src/modules/checks/cage/**"], why: "members' programs reach no database, whichever it is" },
  {
    files: [
      "../../demo/feeds/**",
      "../../demo/items.test.ts",
      "src/lib/**",
      "src/**/*.policy.test.ts",
      "src/modules/auth/{passwords,secrets,tokens}.test.ts",
      "src/modules/feeds/reading/**",
      "src/modules/mail/smtp.test.ts",
      "src/modules/media/pictures/**",
      "src/modules/media/store/**",
      "src/modules/media/mp4.test.ts",
      "src/modules/rendering/rendering.service.test.ts",
      "src/modules/social-login/{id-token,provider-fetch,providers}.test.ts",
      "src/witness/**",
      "src/config.test.ts",
      "src/operator/command.test.ts",
    ],
    why: "there is no database in them",
  },
];
