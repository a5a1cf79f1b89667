/** A fault that a tag in a mail address selects, as in `ann+smtp550@example.com`. */
export interface TagFault {
  readonly tag: string;
  readonly meaning: string;
}

/** Returns the tag of the fault that an address selects, if any. */
export function tagOf<Fault extends TagFault>(
  faults: readonly Fault[],
  address: string,
): Fault['tag'] | undefined {
  const localPart = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const tags = new Set(localPart.split('+').slice(1));
  return faults.find(({ tag }) => tags.has(tag))?.tag;
}
