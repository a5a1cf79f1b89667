/** The last request of one account for an address. */
export interface LastRequest {
  readonly accountId: string;
  readonly requestedAt: Date;
}

/** Why a verification waits for a person. */
export type ReviewReason =
  | 'nobody asked with this address'
  | 'nobody had asked with this address by then'
  | 'several accounts asked with this address'
  | 'the account cannot have the discount';

export type VerifiedAccount = { readonly accountId: string } | { readonly reason: ReviewReason };

/** How far the service's clock and ours may be apart. Its times have whole seconds. */
export const clockDifferenceMs = 120_000;

/**
 * Returns the account that a verification counts for: the last one that asked with the address before. If another account
 * asked about then or later, nobody can tell whose window it was.
 */
export function accountOfVerification(requests: readonly LastRequest[], verifiedAt: Date): VerifiedAccount {
  if (requests.length === 0) return { reason: 'nobody asked with this address' };
  const distanceMs = ({ requestedAt }: LastRequest) => verifiedAt.getTime() - requestedAt.getTime();
  const [last] = requests
    .filter((request) => distanceMs(request) >= -clockDifferenceMs)
    .sort((a, b) => distanceMs(a) - distanceMs(b));
  if (!last) return { reason: 'nobody had asked with this address by then' };
  const isDoubtful = requests.some(
    (other) => other.accountId !== last.accountId && distanceMs(other) < clockDifferenceMs,
  );
  if (isDoubtful) return { reason: 'several accounts asked with this address' };
  return { accountId: last.accountId };
}
