/**
 * Ends this process when npm, its parent, is gone. A killed npm does not notify the process that it started, which
 * would keep running unseen and hold its ports. Only under npm: a script started by hand may be left in the background.
 */
export function leaveWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}
