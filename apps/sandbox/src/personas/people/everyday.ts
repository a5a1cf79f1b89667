import type { Persona } from '../import-lines.ts';
import { openGiftCard, type PersonaInput, usageEvery } from '../persona.ts';

/** Pays manually; two years of bills, one open. The main persona. */
export const ana: PersonaInput = {
  id: 'C-10301',
  firstName: 'Ana',
  lastName: 'Rivera',
  email: 'ana.rivera@example.com',
  phone: '6145550101',
  born: '1984-07-19',
  pin: '4071',
  about: 'Two years of bills, one open; pays by hand with a card or a bank account',
  accounts: [
    {
      accountNumber: '100200301',
      about: 'Residential, bill due soon, autopay off, paperless, card and bank account saved',
      place: '118 Orchard Lane, Columbus, OH 43206',
      plan: 'fiber500',
      issuedDaysAgo: 9,
      months: 24,
      daysBefore: 11,
      addOns: ['wifi', 'phone'],
      earlierPrice: { monthsAgo: 12, cents: 6_499 },
      otherCharges: [
        ...usageEvery(3, 25, (monthsAgo) => ({
          description: `International calls, ${18 + monthsAgo} minutes`,
          cents: 18 * (18 + monthsAgo),
        })),
        { monthsAgo: 24, type: 'one-time', description: 'Installation', cents: 4_900 },
        { monthsAgo: 7, type: 'discount', description: 'Credit for the outage of two days', cents: -467 },
      ],
      entitlements: [{ discountType: 'GiftCard', isApplied: true, eligibleDaysAgo: 60 }],
      methods: [
        { brand: 'VISA', lastFour: '4242', nickname: 'Everyday Visa' },
        { brand: 'ACH', lastFour: '6789', nickname: 'Family checking' },
      ],
      secondMethodEvery: 4,
      notificationPreference: 'Text & Email',
    },
  ],
};

/** A member of Ana's account, not its primary user. */
export const ben: Persona = {
  email: 'ben.rivera@example.com',
  phone: '6145550102',
  about: 'Member, not primary user, of Ana Rivera’s account: sees no PIN',
  customerId: 'C-10301',
  accounts: [{ accountNumber: '100200301', about: 'Ana Rivera’s account, as a member', role: 'member' }],
  givenName: 'Ben',
  nickname: 'Ben',
  lines: [],
};

/** Autopay is on. */
export const marcus: PersonaInput = {
  id: 'C-10302',
  firstName: 'Marcus',
  lastName: 'Webb',
  email: 'marcus.webb@example.com',
  phone: '6145550103',
  born: '1979-03-02',
  pin: '2816',
  about: 'Autopay on: the open bill is charged to a Mastercard on its due date; a technician is at work',
  accounts: [
    {
      accountNumber: '100200302',
      about: 'Residential, autopay on with discount, repair in progress',
      place: '2210 Riverside Drive, Dayton, OH 45405',
      plan: 'fiberGig',
      issuedDaysAgo: 6,
      months: 24,
      addOns: ['wifi'],
      discounts: [{ description: 'Autopay discount', cents: -500, months: 20 }],
      methods: [{ brand: 'MC', lastFour: '5454', nickname: 'Mastercard' }],
      autopayMonths: 20,
      visit: { kind: 'repair', jobStatus: 'In Progress', techFirstName: 'Terrell' },
      notificationPreference: 'Text',
    },
  ],
};

/** Nothing is due; a technician is on the way. */
export const helen: PersonaInput = {
  id: 'C-10303',
  firstName: 'Helen',
  lastName: 'Brandt',
  email: 'helen.brandt@example.com',
  phone: '6145550104',
  born: '1956-11-30',
  pin: '5930',
  about: 'Nothing due: the latest bill is paid; a technician is on the way',
  accounts: [
    {
      accountNumber: '100200303',
      about: 'Residential, nothing due, paper bill, repair visit en route',
      place: '7 B – Linden Court, Westerville, OH 43081',
      plan: 'fiber300',
      billType: 'PAPER',
      issuedDaysAgo: 17,
      months: 24,
      addOns: ['phone'],
      entitlements: [openGiftCard],
      methods: [{ brand: 'VISA', lastFour: '1111' }],
      paid: { daysAfter: 6, clock: '10:20' },
      visit: {
        kind: 'repair',
        jobStatus: 'En Route',
        techFirstName: 'Priscilla',
        arrival: { shortest: 10, longest: 25 },
      },
    },
  ],
};
