/** Returns “a…@example.com”: enough to notice a typo, too little for someone looking over the shoulder. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`;
}
