/** Limits of the portal with their defaults (CONFIG-2); an operator may change each by a setting. */
export const limitDefaults = {
  pageSize: 5,
  requestTimeoutMs: 10_000,
  toastMs: 2_000,
  resendSeconds: 300,
  codeSeconds: 300,
  pinDigits: 4,
  phoneDigits: 10,
  zipDigits: 5,
  codeDigits: 6,
  giftWindowDays: 90,
  slotWindowDays: 15,
  slotFetchDays: 15,
  slotCalendarExtraDays: 7,
  arrivalExtraMinutes: 5,
  popoverViews: 2,
  popoverDays: 365,
  metricsRefreshSeconds: 10,
  metricsPoints: 50,
  desktopPx: 992,
  phoneEm: 48,
  paymentMaximumDollars: 10_000,
  changesMinutes: 15,
} as const;

export type LimitName = keyof typeof limitDefaults;
export type Limits = Record<LimitName, number>;
