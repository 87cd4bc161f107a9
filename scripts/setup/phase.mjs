/** A failed set-up step: a one-line message and the failing program's output. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {string} output
   */
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}

/**
 * Names a step, runs it and adds how long it took, all on one line.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function phase(title, work) {
  const began = performance.now();
  process.stdout.write(`${title} ... `);
  try {
    const result = await work();
    process.stdout.write(`${seconds(began)}\n`);
    return result;
  } catch (error) {
    process.stdout.write("failed\n");
    throw error;
  }
}

/** @param {number} began a reading of performance.now() */
export const seconds = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`;
