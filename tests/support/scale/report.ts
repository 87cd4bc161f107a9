/** Prints a figure for readers of the run; `npm run prove` records it. */
export function line(text: string): void {
  process.stdout.write(`    FIGURE ${text}\n`);
}
