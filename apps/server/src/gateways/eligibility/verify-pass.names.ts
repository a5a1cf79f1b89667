// The protocol of VerifyPass, from its public documentation (applicant token, widgets, reporting, webhook). [N] marks what
// that leaves open; a setting or a constant here changes it.

/** Calls of the server. */
export const tokenPath = '/api/v2/token';
/** Carries the API key of a call. */
export const callKeyHeader = 'key';
/** Carries the same key in a callback. There is no signature of the body and no id of the delivery. */
export const callbackKeyHeader = 'x-vfyps-key';
/** The page in the customer's window. */
export const widgetPath = (widgetKey: string) => `/auth/${encodeURIComponent(widgetKey)}`;

/** [N] The most rows of one callback; the report's pages have 250. */
export const mostCallbackRows = 1_000;
