import { appointment } from '../appointments.ts';
import { addDays } from '../calendar.ts';
import { openGiftCard } from '../gift-card.ts';
import { card, frameCard, paidByAutopay, paidManually } from '../methods.ts';
import { customerPersona, type Persona } from '../persona.ts';
import { place } from '../places.ts';
import { addOns, plans } from '../plans.ts';

/** A new customer: a prorated first bill, and an open gift card. */
export function olivia(today: string): Persona {
  const account = '100200311';
  const phone = '6145550112';
  return customerPersona(
    {
      id: 'C-10311',
      firstName: 'Olivia',
      lastName: 'Hart',
      email: 'olivia.hart@example.com',
      phone,
      born: '1997-06-21',
      pin: '5550',
    },
    'New customer: a first bill with proration; gift card open; installation complete',
    [
      {
        accountNumber: account,
        customerId: 'C-10311',
        about: 'Residential, first prorated bill and the first regular one, gift card open',
        place: place('77 Schiller Park Way, Columbus, OH 43206'),
        plan: plans.fiberGig,
        issuedDaysAgo: 3,
        months: 1,
        daysBefore: 17,
        addOns: [addOns.wifi],
        otherCharges: (monthsAgo) =>
          monthsAgo === 1
            ? [
                { type: 'one-time', description: 'Installation', cents: 9_900 },
                { type: 'discount', description: 'Installation offer', cents: -5_000 },
              ]
            : [],
        methods: [
          frameCard('VISA', {
            account,
            holder: 'Olivia Hart',
            lastFour: '0505',
            nickname: 'Visa',
            isDefault: true,
            today,
          }),
        ],
        entitlements: [
          openGiftCard(today),
          { discountType: 'Hero Discount', isApplied: false, isEligible: true, eligibleDate: null },
        ],
        appointments: [
          appointment(account, {
            kind: 'installation',
            on: today,
            inDays: -20,
            jobStatus: 'Complete',
            techFirstName: 'Andre',
          }),
        ],
        notificationPreference: 'Text & Email',
      },
    ],
    today,
  );
}

/** Waits for installation; no bill yet. */
export function iris(today: string): Persona {
  const account = '100200312';
  const phone = '6145550113';
  return customerPersona(
    {
      id: 'C-10312',
      firstName: 'Iris',
      lastName: 'Novak',
      email: 'iris.novak@example.com',
      phone,
      born: '2001-10-05',
      pin: null,
    },
    'No bill yet: installation planned (Ready)',
    [
      {
        accountNumber: account,
        customerId: 'C-10312',
        about: 'Residential, before installation, no bills, nothing due',
        place: place('5 Short Street, Bexley, OH 43209'),
        plan: plans.fiber300,
        issuedDaysAgo: 0,
        months: 0,
        entitlements: [{ discountType: 'GiftCard', isApplied: false, isEligible: false, eligibleDate: null }],
        appointments: [
          appointment(account, {
            kind: 'installation',
            on: today,
            inDays: 5,
            jobStatus: 'Ready',
            from: '13:00',
            to: '15:00',
          }),
        ],
      },
    ],
    today,
  );
}

/** The gift card has expired, and a new email address waits for its code. */
export function nathan(today: string): Persona {
  const account = '100200313';
  const visa = card('VISA', {
    account,
    holder: 'Nathan Cole',
    lastFour: '3333',
    nickname: 'Visa',
    isDefault: true,
    today,
  });
  const phone = '8045550114';
  const persona = customerPersona(
    {
      id: 'C-10313',
      firstName: 'Nathan',
      lastName: 'Cole',
      email: 'nathan.cole@example.com',
      phone,
      born: '1985-12-31',
      pin: '6161',
    },
    'Gift card expired (eligible more than 90 days ago); a new email address waits for its code',
    [
      {
        accountNumber: account,
        customerId: 'C-10313',
        about: 'Residential in Virginia, gift card expired, bill open',
        place: place('3019 Cary Street, Richmond, VA 23221'),
        plan: plans.fiber500,
        issuedDaysAgo: 11,
        months: 6,
        addOns: [addOns.wifi],
        methods: [visa],
        paymentPattern: paidManually(visa.externalId, 1),
        entitlements: [
          {
            discountType: 'GiftCard',
            isApplied: false,
            isEligible: true,
            eligibleDate: addDays(today, -120),
          },
        ],
      },
    ],
    today,
  );
  return { ...persona, waitingEmail: 'nathan.r.cole@example.com' };
}

/** A veteran with the hero discount on every bill. */
export function dana(today: string): Persona {
  const account = '100200314';
  const visa = card('VISA', {
    account,
    holder: 'Dana Whitaker',
    lastFour: '2020',
    nickname: 'Rewards Visa',
    isDefault: true,
    today,
  });
  const phone = '7045550115';
  return customerPersona(
    {
      id: 'C-10314',
      firstName: 'Dana',
      lastName: 'Whitaker',
      email: 'dana.whitaker@example.com',
      phone,
      born: '1976-11-11',
      pin: '1176',
    },
    'Hero discount applied, and on the bills; gift card not eligible; autopay on',
    [
      {
        accountNumber: account,
        customerId: 'C-10314',
        about: 'Residential, hero discount, autopay on, gift card not eligible',
        place: place('414 Providence Road, Charlotte, NC 28207'),
        plan: plans.fiber2Gig,
        billType: 'PAPER_EMAIL',
        issuedDaysAgo: 7,
        months: 24,
        addOns: [addOns.wifi],
        discounts: (monthsAgo) => [
          ...(monthsAgo < 15
            ? [{ type: 'discount' as const, description: 'Hero discount', cents: -1_000 }]
            : []),
          { type: 'discount' as const, description: 'Autopay discount', cents: -500 },
        ],
        methods: [visa],
        paymentPattern: paidByAutopay(visa.externalId),
        autopay: { method: visa.externalId, monthsAgo: 23 },
        entitlements: [
          {
            discountType: 'Hero Discount',
            isApplied: true,
            isEligible: true,
            eligibleDate: addDays(today, -450),
          },
          { discountType: 'GiftCard', isApplied: false, isEligible: false, eligibleDate: null },
        ],
      },
    ],
    today,
  );
}
