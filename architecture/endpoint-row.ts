import type { IdKind } from './endpoint-ids.ts';

/** How these tests call one endpoint. */
export interface EndpointRow {
  /** What each id parameter names, in the query or the body. */
  readonly ids?: Readonly<Record<string, IdKind>>;
  /** Shape of an id parameter that is not the bare id. */
  readonly shapes?: Readonly<Record<string, (id: string) => unknown>>;
  /** The call names nothing that belongs to a customer: what it makes is the caller's own. */
  readonly namesNothing?: true;
  /** Valid values of the other parameters; undefined for an optional one that these tests leave out. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Status of the response to the owner; 200 by default. */
  readonly status?: number;
}
