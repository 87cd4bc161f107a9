/** A figure for whoever reads the run. */
export function line(text: string): void {
  process.stdout.write(`    ${text}\n`);
}
