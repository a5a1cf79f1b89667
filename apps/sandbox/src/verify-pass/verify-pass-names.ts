/** Rows of one page of the report. */
export const reportPageSize = 250;

/** The groups that the widget verifies: the service's short names, and what its callbacks call them. */
export const communities = {
  mil: 'Military',
  vet: 'Veteran',
  fir: 'First Responder',
  tea: 'Teacher',
} as const;
export type Community = keyof typeof communities;

/** What a person can select in the widget: how the verification ends, and how its callback arrives. */
export const outcomes = [
  'verified',
  'late',
  'twice',
  'out-of-order',
  'never',
  'wrong-key',
  'rejected',
  'close',
] as const;
export type WidgetOutcome = (typeof outcomes)[number];

/** Returns an instant as the service writes it: in UTC, without a zone. */
export function serviceTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}
