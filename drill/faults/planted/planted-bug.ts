/** A bug to plant in running portals: the first text, which its file has once, is replaced by the second. */
export interface PlantedBug {
  /** File in apps/server/src. */
  readonly file: string;
  readonly text: string;
  readonly broken: string;
  /** The parts of the drill that find it: of `faults`, or the drill `sums` or `billing`. */
  readonly foundBy: readonly string[];
}

/** Returns the source with the bug. Throws if its text is not there once: then the table has to follow the code. */
export function plantIn(source: string, { file, text, broken }: PlantedBug): string {
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${text}`);
  return parts.join(broken);
}
