import { openGiftCard, type PersonaInput } from '../persona.ts';

/** Two bills past due, and the card is declined. */
export const jerome: PersonaInput = {
  id: 'C-10304',
  firstName: 'Jerome',
  lastName: 'Banks',
  email: 'jerome.banks@example.com',
  phone: '6145550105',
  born: '1990-01-08',
  pin: '8842',
  about: 'Past due: two bills open, a late fee, failed payments; the saved card has no money',
  accounts: [
    {
      accountNumber: '100200304',
      about: 'Residential, past due, two failed payments, repair dispatched',
      place: '941 Cleveland Avenue, Columbus, OH 43201',
      plan: 'fiber500',
      issuedDaysAgo: 24,
      months: 14,
      unpaid: 2,
      addOns: ['wifi'],
      otherCharges: [{ monthsAgo: 0, type: 'late-fee', description: 'Late fee', cents: 1_000 }],
      methods: [{ brand: 'VISA', lastFour: '0002', nickname: 'Visa', outcome: 'funds' }],
      otherPayments: [
        { daysAgo: 12, clock: '19:31', status: 'PROCESSING_ERROR' },
        { daysAgo: 5, clock: '19:31', status: 'PROCESSING_ERROR' },
      ],
      visit: { kind: 'repair', inDays: 1, jobStatus: 'Dispatch', techFirstName: 'Luis' },
      notificationPreference: 'Text',
    },
  ],
};

/** A bank debit is pending. */
export const mei: PersonaInput = {
  id: 'C-10305',
  firstName: 'Mei',
  lastName: 'Tanaka',
  email: 'mei.tanaka@example.com',
  phone: '5035550106',
  born: '1993-09-25',
  pin: '1607',
  about: 'A bank payment is on its way (pending) for the open bill',
  accounts: [
    {
      accountNumber: '100200305',
      about: 'Residential in Oregon (no sales tax), pending bank payment',
      place: '3456 SE Hawthorne Boulevard, Portland, OR 97214',
      plan: 'fiberGig',
      issuedDaysAgo: 12,
      months: 9,
      addOns: ['wifi'],
      methods: [{ brand: 'ACH', lastFour: '3141', nickname: 'Credit union' }],
      entitlements: [openGiftCard],
      otherPayments: [{ daysAgo: 1, clock: '20:04', status: 'PENDING' }],
    },
  ],
};

/** A bank debit was returned, and a double payment was refunded. */
export const carl: PersonaInput = {
  id: 'C-10306',
  firstName: 'Carl',
  lastName: 'Jensen',
  email: 'carl.jensen@example.com',
  phone: '7045550107',
  born: '1968-05-17',
  pin: '3309',
  about: 'A returned bank payment reopened the bill; an older double payment was refunded',
  accounts: [
    {
      accountNumber: '100200306',
      about: 'Residential, returned and refunded payments',
      place: '60 Tryon Street, Charlotte, NC 28202',
      plan: 'fiber500',
      billType: 'PAPER_EMAIL',
      issuedDaysAgo: 15,
      months: 16,
      addOns: ['wifi'],
      methods: [
        { brand: 'ACH', lastFour: '2718', nickname: 'Checking', outcome: 'returned' },
        { brand: 'VISA', lastFour: '8888', nickname: 'Backup Visa' },
      ],
      otherPayments: [
        { daysAgo: 11, clock: '09:15', status: 'RETURNED', reversedAfterDays: 3 },
        {
          daysAgo: 54,
          isBeforeBill: true,
          clock: '18:45',
          cents: 8_000,
          status: 'REFUNDED',
          reversedAfterDays: 2,
          isBySecondMethod: true,
        },
      ],
    },
  ],
};
