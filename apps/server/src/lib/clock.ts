/** Where the time comes from: the machine, or a test. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();
