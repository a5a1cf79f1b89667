/** Returns the UID of something, the same in every calendar file about it, from a mail and from its page. */
export function calendarUidOf(id: string, publicUrl: string): string {
  return `${id}@${new URL(publicUrl).hostname}`;
}
