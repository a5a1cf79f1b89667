import { browserStorage, keepItem, readStored } from '../../api/browser-storage.ts';

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

/** Stores what the success page shows until the server’s receipt has loaded. */
export function keepPaymentDetails(details: PaymentDetails): void {
  keepItem(browserStorage, storageKey, JSON.stringify(details));
}

/** Returns the details of the latest payment, or undefined. */
export function findPaymentDetails(): PaymentDetails | undefined {
  const details = readStored<PaymentDetails | null>(browserStorage, storageKey);
  const isComplete = typeof details?.paymentId === 'string' && typeof details.amount === 'number';
  return isComplete ? details : undefined;
}
