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
    files: [
      "src/lib/**",
      "src/**/*.policy.test.ts",
      "src/modules/feeds/reading/**",
      "src/modules/media/pictures/**",
      "src/modules/media/mp4.test.ts",
      "src/config.test.ts",
      "src/operator/command.test.ts",
    ],
    why: "there is no database in them",
  },
];
