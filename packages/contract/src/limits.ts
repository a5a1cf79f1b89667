interface Limit {
  readonly default: number;
  /** The smallest and largest value that everything that uses the limit can work with. */
  readonly minimum: number;
  readonly maximum: number;
}

/** The highest page number that a paged list accepts. */
export const maximumPageNumber = 1_000_000;

/** Limits of the portal (CONFIG-2). `LIMIT_PAGE_SIZE=10` sets one. */
export const limitRanges = {
  /** Rows of a page of a list; the calls accept no larger page. */
  pageSize: { default: 5, minimum: 1, maximum: 50 },
  requestTimeoutMs: { default: 10_000, minimum: 1_000, maximum: 300_000 },
  toastMs: { default: 2_000, minimum: 500, maximum: 60_000 },
  resendSeconds: { default: 300, minimum: 10, maximum: 3_600 },
  codeSeconds: { default: 300, minimum: 60, maximum: 3_600 },
  /** Fewer digits are guessed too soon; a phone has room for no more boxes. */
  codeDigits: { default: 6, minimum: 6, maximum: 8 },
  /** Days after which a new e-mail address that was not proved is forgotten. */
  emailProofDays: { default: 7, minimum: 1, maximum: 90 },
  pinDigits: { default: 4, minimum: 4, maximum: 8 },
  phoneDigits: { default: 10, minimum: 7, maximum: 15 },
  zipDigits: { default: 5, minimum: 3, maximum: 9 },
  /** Days after the eligible date in which a customer can register for the gift card. */
  giftDays: { default: 90, minimum: 1, maximum: 730 },
  /** How often, and for how many days, a browser counts the suggestion to update the PIN (PIN-3). */
  popoverViews: { default: 2, minimum: 0, maximum: 100 },
  popoverDays: { default: 365, minimum: 1, maximum: 400 },
  /** Days of times that the page of a visit asks for at first, and again for each later date. */
  slotDays: { default: 15, minimum: 1, maximum: 31 },
  /** Days after the end of the current month in which a visit can be. */
  calendarExtraDays: { default: 7, minimum: 0, maximum: 31 },
  /** Minutes that the page adds to the longest estimate of the technician's arrival. */
  arrivalExtraMinutes: { default: 5, minimum: 0, maximum: 120 },
  /** How often the metrics page reads its figures, and the points of a chart. */
  metricsSeconds: { default: 10, minimum: 2, maximum: 3_600 },
  metricsPoints: { default: 50, minimum: 10, maximum: 200 },
  /** What autopay takes off each bill, as the sales line says it; 0 says nothing. */
  autopayDiscountCents: { default: 0, minimum: 0, maximum: 100_000 },
  /** What an operator may give back of one payment. */
  refundCents: { default: 50_000, minimum: 0, maximum: 100_000_000 },
  paymentMaximumDollars: { default: 10_000, minimum: 1, maximum: 1_000_000 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limitRanges;
export type Limits = Record<LimitName, number>;

// Marked pure: pages that ask for another limit are sent no table of all.
export const limitDefaults = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries(limitRanges).map(([name, range]) => [name, range.default]),
) as Limits;
