/** A first charge that no charge of its order number is earlier than. */
export const firstCharge = { sentAt: new Date(0), lastFour: null, isResent: false } as const;
