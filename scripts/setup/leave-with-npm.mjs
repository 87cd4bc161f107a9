/**
 * When npm is killed or hangs up, nobody tells the process that npm started: it would live on unseen and keep its
 * ports. Only under npm: whoever starts a script by hand may put it into the background and leave.
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
