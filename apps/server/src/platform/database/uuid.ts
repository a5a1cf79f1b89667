const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text from outside can be one of our ids; what cannot be is answered like one that does not exist. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
