/** What a customer may consent to; each consent is kept with the text that the customer read. */
export const consentKinds = ['autopay', 'bank-debit', 'paperless', 'texts', 'stored-method'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/**
 * Versions of the text of each kind, oldest first. Pages show the last one; servers accept all of them, for pages that are
 * open. A change of the words is a new version: locales/{language}/consents.json has each of them.
 */
export const consentVersions = {
  autopay: ['1', '2'],
  'bank-debit': ['1', '2'],
  paperless: ['1'],
  texts: ['1', '2'],
  'stored-method': ['1'],
} as const satisfies Readonly<Record<ConsentKind, readonly string[]>>;

/** How many days before a charge of autopay a mail tells of it at the latest, as each version of its text promises. */
const announcedDays = { '1': 1, '2': 1 } as const satisfies Readonly<
  Record<(typeof consentVersions)['autopay'][number], number>
>;

/** What holds for every enrollment: the most that a version promises. No charge of autopay comes sooner after its mail. */
export const autopayAnnouncedDays = Math.max(...Object.values(announcedDays));

/** Returns the version of a kind's text that pages show. */
export function currentConsentVersion(kind: ConsentKind): string {
  return consentVersions[kind].at(-1) ?? '';
}
