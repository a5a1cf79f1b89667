const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text from outside can be one of our ids; what cannot be is answered like one that does not exist. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** A text from outside as an id: what cannot be one becomes the id that nobody has, and is looked for like it. */
export function idOrNobody(text: string): string {
  return isUuid(text) ? text : nobody;
}
