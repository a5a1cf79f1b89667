import { appointment } from '../appointments.ts';
import type { BillCharge } from '../billing-history.ts';
import { addDays } from '../calendar.ts';
import { openGiftCard } from '../gift-card.ts';
import { bankAccount, card, paidByAutopay, paidManually } from '../methods.ts';
import { customerPersona, type Persona } from '../persona.ts';
import { place } from '../places.ts';
import { addOns, plans } from '../plans.ts';

/** Pays manually; two years of bills, one open. The main persona. */
export function ana(today: string): Persona {
  const account = '100200301';
  const holder = 'Ana Rivera';
  const visa = card('VISA', {
    account,
    holder,
    lastFour: '4242',
    nickname: 'Everyday Visa',
    isDefault: true,
    today,
  });
  const bank = bankAccount({ account, holder, lastFour: '6789', nickname: 'Family checking', today });
  const phone = '6145550101';
  return customerPersona(
    {
      id: 'C-10301',
      firstName: 'Ana',
      lastName: 'Rivera',
      email: 'ana.rivera@example.com',
      phone,
      born: '1984-07-19',
      pin: '4071',
    },
    'Two years of bills, one open; pays by hand with a card or a bank account',
    [
      {
        accountNumber: account,
        customerId: 'C-10301',
        about: 'Residential, bill due soon, autopay off, paperless, card and bank account saved',
        place: place('118 Orchard Lane, Columbus, OH 43206'),
        plan: plans.fiber500,
        issuedDaysAgo: 9,
        months: 24,
        daysBefore: 11,
        addOns: [addOns.wifi, addOns.phone],
        planCents: (monthsAgo) => (monthsAgo >= 12 ? 6_499 : undefined),
        otherCharges: anaCharges,
        entitlements: [
          { discountType: 'GiftCard', isApplied: true, isEligible: true, eligibleDate: addDays(today, -60) },
        ],
        methods: [visa, bank],
        paymentPattern: (bill, monthsAgo) =>
          paidManually(monthsAgo % 4 === 3 ? bank.externalId : visa.externalId, 1)(bill, monthsAgo),
        notificationPreference: 'Text & Email',
      },
    ],
    today,
  );
}

function anaCharges(monthsAgo: number): BillCharge[] {
  return [
    ...(monthsAgo % 3 === 0
      ? [
          {
            type: 'usage' as const,
            description: `International calls, ${18 + monthsAgo} minutes`,
            cents: 18 * (18 + monthsAgo),
          },
        ]
      : []),
    ...(monthsAgo === 24 ? [{ type: 'one-time' as const, description: 'Installation', cents: 4_900 }] : []),
    ...(monthsAgo === 7
      ? [{ type: 'discount' as const, description: 'Credit for the outage of two days', cents: -467 }]
      : []),
  ];
}

/** A member of Ana's account, not its primary user. */
export function ben(): Persona {
  return {
    email: 'ben.rivera@example.com',
    phone: '6145550102',
    about: 'Member, not primary user, of Ana Rivera’s account: sees no PIN',
    customerId: 'C-10301',
    accounts: [{ accountNumber: '100200301', about: 'Ana Rivera’s account, as a member', role: 'member' }],
    givenName: 'Ben',
    nickname: 'Ben',
    lines: [],
  };
}

/** Autopay is on. */
export function marcus(today: string): Persona {
  const account = '100200302';
  const mastercard = card('MC', {
    account,
    holder: 'Marcus Webb',
    lastFour: '5454',
    nickname: 'Mastercard',
    isDefault: true,
    today,
  });
  const phone = '6145550103';
  return customerPersona(
    {
      id: 'C-10302',
      firstName: 'Marcus',
      lastName: 'Webb',
      email: 'marcus.webb@example.com',
      phone,
      born: '1979-03-02',
      pin: '2816',
    },
    'Autopay on: the open bill is charged to a Mastercard on its due date; a technician is at work',
    [
      {
        accountNumber: account,
        customerId: 'C-10302',
        about: 'Residential, autopay on with discount, repair in progress',
        place: place('2210 Riverside Drive, Dayton, OH 45405'),
        plan: plans.fiberGig,
        issuedDaysAgo: 6,
        months: 24,
        addOns: [addOns.wifi],
        discounts: (monthsAgo) =>
          monthsAgo < 20 ? [{ type: 'discount', description: 'Autopay discount', cents: -500 }] : [],
        methods: [mastercard],
        paymentPattern: paidByAutopay(mastercard.externalId),
        autopay: { method: mastercard.externalId, monthsAgo: 20 },
        appointments: [
          appointment(account, {
            kind: 'repair',
            on: today,
            jobStatus: 'In Progress',
            techFirstName: 'Terrell',
          }),
        ],
        notificationPreference: 'Text',
      },
    ],
    today,
  );
}

/** Nothing is due; a technician is on the way. */
export function helen(today: string): Persona {
  const account = '100200303';
  const visa = card('VISA', { account, holder: 'Helen Brandt', lastFour: '1111', isDefault: true, today });
  const phone = '6145550104';
  return customerPersona(
    {
      id: 'C-10303',
      firstName: 'Helen',
      lastName: 'Brandt',
      email: 'helen.brandt@example.com',
      phone,
      born: '1956-11-30',
      pin: '5930',
    },
    'Nothing due: the latest bill is paid; a technician is on the way',
    [
      {
        accountNumber: account,
        customerId: 'C-10303',
        about: 'Residential, nothing due, paper bill, repair visit en route',
        place: place('7 B – Linden Court, Westerville, OH 43081'),
        plan: plans.fiber300,
        billType: 'PAPER',
        issuedDaysAgo: 17,
        months: 24,
        addOns: [addOns.phone],
        entitlements: [openGiftCard(today)],
        methods: [visa],
        paymentPattern: (bill) => [
          { on: addDays(bill.issuedOn, 6), clock: '10:20', amount: 'balance', method: visa.externalId },
        ],
        appointments: [
          appointment(account, {
            kind: 'repair',
            on: today,
            jobStatus: 'En Route',
            techFirstName: 'Priscilla',
            arrival: { shortest: 10, longest: 25 },
          }),
        ],
      },
    ],
    today,
  );
}
