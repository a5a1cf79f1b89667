/** Sends a statement with its values and returns the rows. */
// biome-ignore lint/suspicious/noExplicitAny: the floor passes rows on as they are
export type Ask = (text: string, values: readonly string[]) => Promise<any[]>;
