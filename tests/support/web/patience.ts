/**
 * In milliseconds: how long a test waits for what has to come. Screens are loaded when they are first shown, which takes
 * a quiet machine up to three seconds, and one that does much else at the same time ten times as long.
 */
export const patience = 30_000;
