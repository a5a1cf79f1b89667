import { appointment } from '../appointments.ts';
import { addDays } from '../calendar.ts';
import { openGiftCard } from '../gift-card.ts';
import { card, mailedCheck, paidManually } from '../methods.ts';
import { customerPersona, type Persona } from '../persona.ts';
import { place } from '../places.ts';
import { addOns, plans } from '../plans.ts';

/** An inactive account with an open final bill. */
export function greg(today: string): Persona {
  const account = '100200307';
  const phone = '6145550108';
  return customerPersona(
    {
      id: 'C-10307',
      firstName: 'Greg',
      lastName: 'Olsen',
      email: 'greg.olsen@example.com',
      phone,
      born: '1972-12-12',
      pin: '7754',
    },
    'INACTIVE account with a final bill open',
    [
      {
        accountNumber: account,
        customerId: 'C-10307',
        about: 'Residential, inactive, final bill open',
        place: place('15 Maple Terrace, Akron, OH 44302'),
        plan: plans.fiber300,
        status: 'INACTIVE',
        issuedDaysAgo: 10,
        months: 18,
        addOns: [addOns.phone],
        otherCharges: (monthsAgo) =>
          monthsAgo === 0
            ? [{ type: 'one-time', description: 'Equipment not returned: phone adapter', cents: 6_000 }]
            : [],
        methods: [card('VISA', { account, holder: 'Greg Olsen', lastFour: '7777', isDefault: true, today })],
        paymentPattern: paidManually(mailedCheck, 1),
        notificationPreference: '',
      },
    ],
    today,
  );
}

/** Pays by check and has no saved method. */
export function walter(today: string): Persona {
  const account = '100200308';
  const phone = '6145550109';
  return customerPersona(
    {
      id: 'C-10308',
      firstName: 'Walter',
      lastName: 'Kim',
      email: 'walter.kim@example.com',
      phone,
      born: '1947-02-28',
      pin: '1947',
    },
    'No saved payment method: pays by cheque in the mail; paper bills; a cancelled visit',
    [
      {
        accountNumber: account,
        customerId: 'C-10308',
        about: 'Residential, no saved method, paper bill, cancelled repair',
        place: place('402 Old Mill Road, Granville, OH 43023'),
        plan: plans.fiber300,
        billType: 'PAPER',
        issuedDaysAgo: 4,
        months: 24,
        addOns: [addOns.phone],
        entitlements: [openGiftCard(today)],
        achEnabled: false,
        paymentPattern: paidManually(mailedCheck, 1),
        appointments: [
          appointment(account, { kind: 'repair', on: today, inDays: -2, jobStatus: 'Cancelled' }),
        ],
        notificationPreference: '',
      },
    ],
    today,
  );
}

/** The only saved card has expired. */
export function denise(today: string): Persona {
  const account = '100200309';
  const expired = card('AMEX', {
    account,
    holder: 'Denise Fowler',
    lastFour: '1005',
    nickname: 'Blue card',
    isDefault: true,
    outcome: 'expired',
    monthsLeft: -2,
    today,
  });
  const phone = '8045550110';
  return customerPersona(
    {
      id: 'C-10309',
      firstName: 'Denise',
      lastName: 'Fowler',
      email: 'denise.fowler@example.com',
      phone,
      born: '1981-08-03',
      pin: '6402',
    },
    'The saved card has expired',
    [
      {
        accountNumber: account,
        customerId: 'C-10309',
        about: 'Residential, expired card, bill open',
        place: place('1200 3C – Monument Avenue, Richmond, VA 23220'),
        plan: plans.fiber500,
        issuedDaysAgo: 8,
        months: 20,
        addOns: [addOns.wifi, addOns.phone],
        methods: [expired],
        paymentPattern: paidManually(expired.externalId, 1),
      },
    ],
    today,
  );
}

/** Overpaid and has a credit. */
export function samuel(today: string): Persona {
  const account = '100200310';
  const discover = card('DISC', {
    account,
    holder: 'Samuel Ortiz',
    lastFour: '6011',
    isDefault: true,
    today,
  });
  const phone = '2105550111';
  return customerPersona(
    {
      id: 'C-10310',
      firstName: 'Samuel',
      lastName: 'Ortiz',
      email: 'samuel.ortiz@example.com',
      phone,
      born: '1988-04-14',
      pin: '9021',
    },
    'Credit balance: paid 200.00 for a smaller bill',
    [
      {
        accountNumber: account,
        customerId: 'C-10310',
        about: 'Residential in Texas, credit balance',
        place: place('88 Commerce Street, San Antonio, TX 78205'),
        plan: plans.fiberGig,
        issuedDaysAgo: 13,
        months: 12,
        addOns: [addOns.wifi],
        methods: [discover],
        paymentPattern: paidManually(discover.externalId, 1),
        entitlements: [openGiftCard(today)],
        otherPayments: () => [
          { on: addDays(today, -4), clock: '12:12', amount: 20_000, method: discover.externalId },
        ],
      },
    ],
    today,
  );
}
