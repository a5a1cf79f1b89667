import type { ServiceState } from '../../platform/http/health.ts';
import type { Unavailable } from '../service-http.ts';

/** Somebody's confirmed membership in one of the groups that the discount is for. */
export interface Verification {
  /** Names the verification, whether its callback or the report tells of it, and however often. */
  readonly eventId: string;
  /** Comparable. */
  readonly emailAddress: string;
  /** The service's short name of the group, such as `mil`. */
  readonly group: string;
  readonly verifiedAt: Date;
}

/** The widget's address for one applicant, or why there is none. */
export type OpenedWidget = { readonly outcome: 'opened'; readonly url: string } | Unavailable;

/** One page of the service's report. */
export type ReportPage =
  | { readonly outcome: 'listed'; readonly verifications: readonly Verification[]; readonly lastPage: number }
  | Unavailable;

/** The outside service that checks who is a teacher, in the military, a veteran, or a first responder. No call throws. */
export interface Eligibility {
  /** Opens the widget for an applicant, who cannot change the address in it. The result holds a token: do not log it. */
  openWidget(emailAddress: string): Promise<OpenedWidget>;
  /** Lists the verifications of some days (`YYYY-MM-DD`, both included), by page from 1. */
  listVerifications(query: {
    readonly from: string;
    readonly to: string;
    readonly page: number;
  }): Promise<ReportPage>;
  /** Whether a callback carries the shared key, the current one or the one before. Compares in constant time. */
  isSigned(headers: Readonly<Record<string, string | string[] | undefined>>): boolean;
  /** Returns the verifications of our widget in a callback's body; undefined if it cannot be read. */
  readCallback(body: unknown): readonly Verification[] | undefined;
  state(): ServiceState;
}
