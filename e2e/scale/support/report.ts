/** A figure for whoever reads the run; `npm run prove` keeps it. */
export function line(text: string): void {
  process.stdout.write(`    FIGURE ${text}\n`);
}
