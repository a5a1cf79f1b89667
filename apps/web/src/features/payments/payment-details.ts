const storageKey = 'payment-details';

/** What the form stores for the success page (PAY-4). */
export interface PaymentDetails {
  readonly paymentId: string;
  /** Day or instant, as the server sent it. */
  readonly date: string;
  /** Dollars, as on the wire. */
  readonly amount: number;
  /** The method as it was named on the page: never more than its last four digits. */
  readonly paymentMethod: string;
}

function isDetails(value: unknown): value is PaymentDetails {
  const details = value as Partial<PaymentDetails> | null;
  return typeof details?.paymentId === 'string' && typeof details.amount === 'number';
}

/** Stores what the success page shows until the server’s receipt has loaded. */
export function keepPaymentDetails(details: PaymentDetails): void {
  localStorage.setItem(storageKey, JSON.stringify(details));
}

/** Returns the details of the latest payment, or undefined. */
export function findPaymentDetails(): PaymentDetails | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return isDetails(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
