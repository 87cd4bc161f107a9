/** The source of the current time: the machine, or a test. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();
