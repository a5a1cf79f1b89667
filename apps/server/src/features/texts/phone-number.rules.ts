/** A number of the North American plan: neither area code nor exchange starts with 0 or 1. */
const nationalNumber = /^1?([2-9]\d{2}[2-9]\d{6})$/;

/** Returns a phone number of a customer's record (digits) as E.164, `+16145550123`; undefined if no text can reach it. */
export function toE164(phoneNumber: string | null): string | undefined {
  const national = nationalNumber.exec(phoneNumber ?? '')?.[1];
  return national && `+1${national}`;
}

/** Returns how customers' records can have a number in E.164; none if it is no number that {@link toE164} returns. */
export function recordedForms(e164: string): string[] {
  const digits = e164.startsWith('+1') ? e164.slice(2) : '';
  return toE164(digits) === e164 ? [digits, `1${digits}`] : [];
}
