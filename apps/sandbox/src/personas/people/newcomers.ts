import { openGiftCard, type PersonaInput } from '../persona.ts';

/** A new customer: a prorated first bill, and an open gift card. */
export const olivia: PersonaInput = {
  id: 'C-10311',
  firstName: 'Olivia',
  lastName: 'Hart',
  email: 'olivia.hart@example.com',
  phone: '6145550112',
  born: '1997-06-21',
  pin: '5550',
  about: 'New customer: a first bill with proration; gift card open; installation complete',
  accounts: [
    {
      accountNumber: '100200311',
      about: 'Residential, first prorated bill and the first regular one, gift card open',
      place: '77 Schiller Park Way, Columbus, OH 43206',
      plan: 'fiberGig',
      issuedDaysAgo: 3,
      months: 1,
      daysBefore: 17,
      unpaid: 2,
      addOns: ['wifi'],
      otherCharges: [
        { monthsAgo: 1, type: 'one-time', description: 'Installation', cents: 9_900 },
        { monthsAgo: 1, type: 'discount', description: 'Installation offer', cents: -5_000 },
      ],
      methods: [{ brand: 'VISA', isFramed: true, lastFour: '0505', nickname: 'Visa' }],
      entitlements: [openGiftCard, { discountType: 'Hero Discount' }],
      visit: { kind: 'installation', inDays: -20, jobStatus: 'Complete', techFirstName: 'Andre' },
      notificationPreference: 'Text & Email',
    },
  ],
};

/** Waits for installation; no bill yet. */
export const iris: PersonaInput = {
  id: 'C-10312',
  firstName: 'Iris',
  lastName: 'Novak',
  email: 'iris.novak@example.com',
  phone: '6145550113',
  born: '2001-10-05',
  about: 'No bill yet: installation planned (Ready)',
  accounts: [
    {
      accountNumber: '100200312',
      about: 'Residential, before installation, no bills, nothing due',
      place: '5 Short Street, Bexley, OH 43209',
      plan: 'fiber300',
      entitlements: [{ discountType: 'GiftCard', isEligible: false }],
      visit: { kind: 'installation', inDays: 5, jobStatus: 'Ready', from: '13:00', to: '15:00' },
    },
  ],
};

/** Nobody has a free time where this customer lives: the postal code ends as the field service's empty areas do. */
export const nora: PersonaInput = {
  id: 'C-10327',
  firstName: 'Nora',
  lastName: 'Lindqvist',
  email: 'nora.lindqvist@example.com',
  phone: '6145550127',
  born: '1984-03-09',
  about: 'Installation planned where no other times are offered',
  accounts: [
    {
      accountNumber: '100200327',
      about: 'Residential, before installation, an area without times',
      place: '12 Quarry Road, Columbus, OH 43299',
      plan: 'fiber300',
      visit: { kind: 'installation', inDays: 4, jobStatus: 'Ready' },
    },
  ],
};

/** The visit was over days ago: every link to it has expired, also the one in the text from when it was made. */
export const felix: PersonaInput = {
  id: 'C-10328',
  firstName: 'Felix',
  lastName: 'Amado',
  email: 'felix.amado@example.com',
  phone: '6145550128',
  born: '1976-12-30',
  about: 'Installation canceled three days ago: the link in the text in the inbox has expired',
  textedDaysAgo: 10,
  accounts: [
    {
      accountNumber: '100200328',
      about: 'Residential, installation canceled, its links have expired',
      place: '77 Canal Walk, Columbus, OH 43215',
      plan: 'fiber500',
      visit: { kind: 'installation', inDays: -3, jobStatus: 'Cancelled' },
    },
  ],
};

/** The gift card has expired, and a new email address waits for its code. */
export const nathan: PersonaInput = {
  id: 'C-10313',
  firstName: 'Nathan',
  lastName: 'Cole',
  email: 'nathan.cole@example.com',
  phone: '8045550114',
  born: '1985-12-31',
  pin: '6161',
  about: 'Gift card expired (eligible more than 90 days ago); a new email address waits for its code',
  waitingEmail: 'nathan.r.cole@example.com',
  accounts: [
    {
      accountNumber: '100200313',
      about: 'Residential in Virginia, gift card expired, bill open',
      place: '3019 Cary Street, Richmond, VA 23221',
      plan: 'fiber500',
      issuedDaysAgo: 11,
      months: 6,
      addOns: ['wifi'],
      methods: [{ brand: 'VISA', lastFour: '3333', nickname: 'Visa' }],
      entitlements: [{ discountType: 'GiftCard', eligibleDaysAgo: 120 }],
    },
  ],
};

/** A veteran with the hero discount on every bill. */
export const dana: PersonaInput = {
  id: 'C-10314',
  firstName: 'Dana',
  lastName: 'Whitaker',
  email: 'dana.whitaker@example.com',
  phone: '7045550115',
  born: '1976-11-11',
  pin: '1176',
  about: 'Hero discount applied, and on the bills; gift card not eligible; autopay on',
  accounts: [
    {
      accountNumber: '100200314',
      about: 'Residential, hero discount, autopay on, gift card not eligible',
      place: '414 Providence Road, Charlotte, NC 28207',
      plan: 'fiber2Gig',
      billType: 'PAPER_EMAIL',
      issuedDaysAgo: 7,
      months: 24,
      addOns: ['wifi'],
      discounts: [
        { description: 'Hero discount', cents: -1_000, months: 15 },
        { description: 'Autopay discount', cents: -500 },
      ],
      methods: [{ brand: 'VISA', lastFour: '2020', nickname: 'Rewards Visa' }],
      autopayMonths: 23,
      entitlements: [
        { discountType: 'Hero Discount', isApplied: true, eligibleDaysAgo: 450 },
        { discountType: 'GiftCard', isEligible: false },
      ],
    },
  ],
};
