/**
 * Where a name is on the wire: in a call's path, query, or body; a member of an answer, a callback, or a message to the page; a member's whole value, in
 * either direction; a part of a member's text; or the field after which a field is signed.
 */
export type NamePlace = 'path' | 'query' | 'body' | 'answer' | 'value' | 'text' | 'order';

/** A name that a service does not document in public. */
export interface ProtocolName {
  readonly in: NamePlace;
  readonly name: string;
  /** The member that has the value or the text. */
  readonly of?: string;
  /** Another plausible one, for tests and `probe-services`. */
  readonly other: string;
}

/**
 * Every name that is inferred or not public, by the setting that replaces it: the sandbox's name of the service and a word. The setting
 * `PROTOCOL_NAMES` has the service's real names; an empty one is left out of calls and not expected in answers. What happens without:
 * docs/operations/protocol-names.md.
 */
export const protocolNames = {
  'card-frame.ach': { in: 'body', name: 'hmac-include-ach', other: 'hmac-payment-types' },
  'card-frame.ach-after': { in: 'order', of: 'include-ach', name: 'include-submit-button', other: 'domain' },
  'transafe.vault': { in: 'path', name: '/api/v2/vault/account', other: '/api/v2/vault/token' },
  'transafe.vault-token': { in: 'answer', name: 'token', other: 'account_token' },
  'transafe.settled': { in: 'path', name: '/api/v2/report/settled', other: '/api/v2/report/batched' },
  'transafe.failed': { in: 'path', name: '/api/v2/report/failed', other: '/api/v2/report/declined' },
  'transafe.by-order': { in: 'query', name: 'ordernum', other: 'order_num' },
  'transafe.from': { in: 'query', name: 'bdate', other: 'start_timestamp' },
  'transafe.until': { in: 'query', name: 'edate', other: 'end_timestamp' },
  'transafe.by-status': { in: 'query', name: 'status', other: 'trans_status' },
  'transafe.rows': { in: 'answer', name: 'report', other: 'rows' },
  'transafe.order': { in: 'answer', name: 'ordernum', other: 'order_num' },
  'transafe.row-amount': { in: 'answer', name: 'amount', other: 'orig_amount' },
  'transafe.row-status': { in: 'answer', name: 'status', other: 'trans_status' },
  'transafe.part': { in: 'answer', name: 'authamount', other: 'approved_amount' },
  'transafe.return-code': { in: 'answer', name: 'return_code', other: 'ach_return' },
  'transafe.returned-at': { in: 'answer', name: 'return_timestamp', other: 'ach_return_ts' },
  'transafe.captured': { in: 'value', of: 'status', name: 'CAPTURED', other: 'AUTHORIZED' },
  'transafe.pending': { in: 'value', of: 'status', name: 'PENDING', other: 'ORIGINATED' },
  'transafe.is-settled': { in: 'value', of: 'status', name: 'SETTLED', other: 'FUNDED' },
  'transafe.returned': { in: 'value', of: 'status', name: 'RETURNED', other: 'CHARGEBACK' },
  'transafe.refunded': { in: 'value', of: 'status', name: 'REFUNDED', other: 'CREDITED' },
  'transafe.voided': { in: 'value', of: 'status', name: 'VOIDED', other: 'REVERSED' },
  'transafe.denied': { in: 'value', of: 'status', name: 'DENIED', other: 'DECLINED' },
  'orbital.network-group': { in: 'answer', name: 'merchantInitiatedTransaction', other: 'mitResponse' },
  'orbital.network-number': { in: 'answer', name: 'mitReceivedTransactionID', other: 'mitTransactionID' },
  'orbital.part': { in: 'answer', name: 'redeemedAmount', other: 'approvedAmt' },
  'orbital.no-trace': { in: 'value', of: 'procStatus', name: '9806', other: '9807' },
  'orbital.bad-request': { in: 'value', of: 'procStatus', name: '40', other: '41' },
  'orbital.not-offered': { in: 'value', of: 'procStatus', name: '842', other: '843' },
  'orbital.too-many': { in: 'value', of: 'procStatus', name: '429', other: '430' },
  'orbital.no-funds': { in: 'value', of: 'respCode', name: '89', other: '51' },
  'orbital.expired': { in: 'value', of: 'respCode', name: '33', other: '522' },
  'orbital.closed': { in: 'value', of: 'respCode', name: '14', other: '46' },
  'orbital.pick-up': { in: 'value', of: 'respCode', name: '04', other: '07' },
  'orbital.call-bank': { in: 'value', of: 'respCode', name: '01', other: '02' },
  'card-form.init': { in: 'path', name: '/api/init', other: '/api/v3/init' },
  'card-form.query': { in: 'path', name: '/api/query', other: '/api/v3/query' },
  'card-form.id': { in: 'answer', name: 'id', other: 'number' },
  'card-form.subject': { in: 'answer', name: 'subject', other: 'topic' },
  'card-form.data': { in: 'answer', name: 'data', other: 'body' },
  'card-form.response': { in: 'answer', name: 'response', other: 'result' },
  'auth0.expired': { in: 'text', of: 'error_description', name: 'expired', other: 'no longer valid' },
  'auth0.no-sign-ups': { in: 'text', of: 'error_description', name: 'signup', other: 'registration' },
  'auth0.blocked': { in: 'value', of: 'error', name: 'unauthorized', other: 'user_blocked' },
  'field-service.account': { in: 'value', of: 'role', name: 'account', other: 'subscriber' },
  'field-service.type': { in: 'value', of: '@referredType', name: 'BillingAccount', other: 'PartyAccount' },
  'field-service.place': { in: 'value', of: 'role', name: 'serviceLocation', other: 'installation' },
  'field-service.postcode': { in: 'body', name: 'postcode', other: 'postCode' },
  'field-service.progress': { in: 'answer', name: 'jobStatus', other: 'workOrderStatus' },
  'field-service.technician': { in: 'answer', name: 'technician', other: 'assignedTechnician' },
  'field-service.arrival': { in: 'answer', name: 'arrival', other: 'estimatedArrival' },
  'field-service.room': { in: 'answer', name: 'capacity', other: 'remainingCapacity' },
} as const satisfies Readonly<Record<string, ProtocolName>>;

export type ProtocolNameKey = keyof typeof protocolNames;

/** The names that an operator put in place of ours. */
export type ChosenNames = Readonly<Partial<Record<ProtocolNameKey, string>>>;

/** Returns a name as the operator chose it, or ours. */
export function nameOf(key: ProtocolNameKey, names: ChosenNames = {}): string {
  return names[key] ?? protocolNames[key].name;
}

/** Reads `PROTOCOL_NAMES`; undefined if it is not a JSON object of names from the table. */
export function parseProtocolNames(text: string): ChosenNames | undefined {
  const chosen: unknown = JSON.parse(text);
  const isRight = ([key, name]: [string, unknown]) => {
    const known: ProtocolName | undefined = Object.hasOwn(protocolNames, key)
      ? protocolNames[key as ProtocolNameKey]
      : undefined;
    const pattern = known?.in === 'path' ? /^(?:\/[\w.-]+)+$/ : /^[\w.@ -]{0,64}$/;
    return known && typeof name === 'string' && pattern.test(name);
  };
  const isObject = typeof chosen === 'object' && chosen !== null && !Array.isArray(chosen);
  return isObject && Object.entries(chosen).every(isRight) ? chosen : undefined;
}
