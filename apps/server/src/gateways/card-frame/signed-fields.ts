/** What a frame is signed for. */
export interface FrameRequest {
  /** Unix seconds. */
  readonly timestamp: number;
  /** Origin of the page around the frame. */
  readonly domain: string;
  readonly sequence: string;
  readonly styleSheet: string | undefined;
  readonly hasHolderName: boolean;
  readonly isBankAccount: boolean;
}

interface SignedField {
  /** Name of the attribute `data-hmac-…` and of the hidden input `hmac-…`. */
  readonly name: string;
  /** Its value; undefined leaves the field out of form and signature. */
  readonly valueIn: (request: FrameRequest, apiKeyId: string) => string | undefined;
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

/**
 * The fields of TranSafe's frame in the order in which they are signed (transafe.com, "PaymentFrame"). A field of the
 * documentation that is not here (`include-street`, `include-zip`, `expdate-format`, `cardholdername-format`) is left out.
 * [N] The name and place of the field for bank accounts are not public: compare them with the real service first.
 */
export const signedFields: readonly SignedField[] = [
  { name: 'timestamp', valueIn: ({ timestamp }) => String(timestamp) },
  { name: 'domain', valueIn: ({ domain }) => domain },
  { name: 'sequence', valueIn: ({ sequence }) => sequence },
  { name: 'auth_apikey_id', valueIn: (_request, apiKeyId) => apiKeyId },
  { name: 'css-url', valueIn: ({ styleSheet }) => styleSheet },
  { name: 'include-cardholdername', valueIn: ({ hasHolderName }) => yesOrNo(hasHolderName) },
  { name: 'auto-reload', valueIn: () => 'yes' },
  { name: 'autocomplete', valueIn: () => 'yes' },
  { name: 'include-submit-button', valueIn: () => 'yes' },
  { name: 'include-ach', valueIn: ({ isBankAccount }) => (isBankAccount ? 'yes' : undefined) },
];
