/** A field that customers may change here as well as billing there, as both sides have it. */
export interface ContactField {
  readonly account: string;
  /** As a refusal names it: `customer G-1, phoneNumber`. */
  readonly name: string;
  there: string;
  /** What was there at the last reading that was taken. */
  last: string;
  here: string;
  /** Both changed it since: the customer's own stays, and a person is told. */
  isListed: boolean;
}

/** Returns a field that is the same on both sides. */
export function contactField(account: string, name: string, value: string): ContactField {
  return { account, name, there: value, last: value, here: value, isListed: false };
}

/** What a reading has to make of a field: what changed there is taken, unless it was changed here and is not there yet. */
export function expectReading(field: ContactField): void {
  const isChangedThere = field.there !== field.last;
  const isChangedHere = field.here !== field.last;
  field.isListed = isChangedThere && isChangedHere && field.there !== field.here;
  if (!isChangedThere || field.isListed) return;
  field.last = field.there;
  field.here = field.there;
}
