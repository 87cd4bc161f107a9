/** Holds an answer back until the test has looked at what shows meanwhile. */
export function closedGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
