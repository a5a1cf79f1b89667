import { openGiftCard, type PersonaInput } from '../persona.ts';

/** An inactive account with an open final bill. */
export const greg: PersonaInput = {
  id: 'C-10307',
  firstName: 'Greg',
  lastName: 'Olsen',
  email: 'greg.olsen@example.com',
  phone: '6145550108',
  born: '1972-12-12',
  pin: '7754',
  about: 'INACTIVE account with a final bill open',
  accounts: [
    {
      accountNumber: '100200307',
      about: 'Residential, inactive, final bill open',
      place: '15 Maple Terrace, Akron, OH 44302',
      plan: 'fiber300',
      status: 'INACTIVE',
      issuedDaysAgo: 10,
      months: 18,
      addOns: ['phone'],
      otherCharges: [
        {
          monthsAgo: 0,
          type: 'one-time',
          description: 'Equipment not returned: phone adapter',
          cents: 6_000,
        },
      ],
      methods: [{ brand: 'VISA', lastFour: '7777' }],
      paysByCheck: true,
      notificationPreference: '',
    },
  ],
};

/** Pays by check and has no saved method. */
export const walter: PersonaInput = {
  id: 'C-10308',
  firstName: 'Walter',
  lastName: 'Kim',
  email: 'walter.kim@example.com',
  phone: '6145550109',
  born: '1947-02-28',
  pin: '1947',
  about: 'No saved payment method: pays by cheque in the mail; paper bills; a cancelled visit',
  accounts: [
    {
      accountNumber: '100200308',
      about: 'Residential, no saved method, paper bill, cancelled repair',
      place: '402 Old Mill Road, Granville, OH 43023',
      plan: 'fiber300',
      billType: 'PAPER',
      issuedDaysAgo: 4,
      months: 24,
      addOns: ['phone'],
      entitlements: [openGiftCard],
      achEnabled: false,
      visit: { kind: 'repair', inDays: -2, jobStatus: 'Cancelled' },
      notificationPreference: '',
    },
  ],
};

/** The only saved card has expired. */
export const denise: PersonaInput = {
  id: 'C-10309',
  firstName: 'Denise',
  lastName: 'Fowler',
  email: 'denise.fowler@example.com',
  phone: '8045550110',
  born: '1981-08-03',
  pin: '6402',
  about: 'The saved card has expired',
  accounts: [
    {
      accountNumber: '100200309',
      about: 'Residential, expired card, bill open',
      place: '1200 3C – Monument Avenue, Richmond, VA 23220',
      plan: 'fiber500',
      issuedDaysAgo: 8,
      months: 20,
      addOns: ['wifi', 'phone'],
      methods: [
        { brand: 'AMEX', lastFour: '1005', nickname: 'Blue card', outcome: 'expired', monthsLeft: -2 },
      ],
    },
  ],
};

/** Overpaid and has a credit. */
export const samuel: PersonaInput = {
  id: 'C-10310',
  firstName: 'Samuel',
  lastName: 'Ortiz',
  email: 'samuel.ortiz@example.com',
  phone: '2105550111',
  born: '1988-04-14',
  pin: '9021',
  about: 'Credit balance: paid 200.00 for a smaller bill',
  accounts: [
    {
      accountNumber: '100200310',
      about: 'Residential in Texas, credit balance',
      place: '88 Commerce Street, San Antonio, TX 78205',
      plan: 'fiberGig',
      issuedDaysAgo: 13,
      months: 12,
      addOns: ['wifi'],
      methods: [{ brand: 'DISC', lastFour: '6011' }],
      entitlements: [openGiftCard],
      otherPayments: [{ daysAgo: 4, clock: '12:12', cents: 20_000 }],
    },
  ],
};
