let aheadMs = 0;

/** Takes over the time of an answer of the server: its `Date` header. The clock of a visitor's device may be wrong. */
export function keepServerTime(headers: Headers): void {
  const serverMs = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(serverMs)) aheadMs = serverMs - Date.now();
}

/** Returns the current time by the server's clock, as its last answer told it; before the first, by the device's. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs);
}
