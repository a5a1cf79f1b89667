import { appointment } from '../appointments.ts';
import type { PaymentInput } from '../billing-history.ts';
import { addDays } from '../calendar.ts';
import { openGiftCard } from '../gift-card.ts';
import { bankAccount, card, paidManually } from '../methods.ts';
import { customerPersona, type Persona } from '../persona.ts';
import { place } from '../places.ts';
import { addOns, plans } from '../plans.ts';

/** Two bills past due, and the card is declined. */
export function jerome(today: string): Persona {
  const account = '100200304';
  const declined = card('VISA', {
    account,
    holder: 'Jerome Banks',
    lastFour: '0002',
    nickname: 'Visa',
    isDefault: true,
    outcome: 'funds',
    today,
  });
  const phone = '6145550105';
  return customerPersona(
    {
      id: 'C-10304',
      firstName: 'Jerome',
      lastName: 'Banks',
      email: 'jerome.banks@example.com',
      phone,
      born: '1990-01-08',
      pin: '8842',
    },
    'Past due: two bills open, a late fee, failed payments; the saved card has no money',
    [
      {
        accountNumber: account,
        customerId: 'C-10304',
        about: 'Residential, past due, two failed payments, repair dispatched',
        place: place('941 Cleveland Avenue, Columbus, OH 43201'),
        plan: plans.fiber500,
        issuedDaysAgo: 24,
        months: 14,
        addOns: [addOns.wifi],
        otherCharges: (monthsAgo) =>
          monthsAgo === 0 ? [{ type: 'late-fee', description: 'Late fee', cents: 1_000 }] : [],
        methods: [declined],
        paymentPattern: paidManually(declined.externalId, 2),
        otherPayments: () => [12, 5].map((daysAgo) => failed(addDays(today, -daysAgo), declined.externalId)),
        appointments: [
          appointment(account, {
            kind: 'repair',
            on: today,
            inDays: 1,
            jobStatus: 'Dispatch',
            techFirstName: 'Luis',
          }),
        ],
        notificationPreference: 'Text',
      },
    ],
    today,
  );
}

function failed(on: string, method: string): PaymentInput {
  return { on, clock: '19:31', amount: 'balance', status: 'PROCESSING_ERROR', method };
}

/** A bank debit is pending. */
export function mei(today: string): Persona {
  const account = '100200305';
  const bank = bankAccount({
    account,
    holder: 'Mei Tanaka',
    lastFour: '3141',
    nickname: 'Credit union',
    isDefault: true,
    today,
  });
  const phone = '5035550106';
  return customerPersona(
    {
      id: 'C-10305',
      firstName: 'Mei',
      lastName: 'Tanaka',
      email: 'mei.tanaka@example.com',
      phone,
      born: '1993-09-25',
      pin: '1607',
    },
    'A bank payment is on its way (pending) for the open bill',
    [
      {
        accountNumber: account,
        customerId: 'C-10305',
        about: 'Residential in Oregon (no sales tax), pending bank payment',
        place: place('3456 SE Hawthorne Boulevard, Portland, OR 97214'),
        plan: plans.fiberGig,
        issuedDaysAgo: 12,
        months: 9,
        addOns: [addOns.wifi],
        methods: [bank],
        entitlements: [openGiftCard(today)],
        paymentPattern: paidManually(bank.externalId, 1),
        otherPayments: () => [
          {
            on: addDays(today, -1),
            clock: '20:04',
            amount: 'balance',
            status: 'PENDING',
            method: bank.externalId,
          },
        ],
      },
    ],
    today,
  );
}

/** A bank debit was returned, and a double payment was refunded. */
export function carl(today: string): Persona {
  const account = '100200306';
  const holder = 'Carl Jensen';
  const bank = bankAccount({
    account,
    holder,
    lastFour: '2718',
    nickname: 'Checking',
    isDefault: true,
    outcome: 'returned',
    today,
  });
  const visa = card('VISA', { account, holder, lastFour: '8888', nickname: 'Backup Visa', today });
  const phone = '7045550107';
  return customerPersona(
    {
      id: 'C-10306',
      firstName: 'Carl',
      lastName: 'Jensen',
      email: 'carl.jensen@example.com',
      phone,
      born: '1968-05-17',
      pin: '3309',
    },
    'A returned bank payment reopened the bill; an older double payment was refunded',
    [
      {
        accountNumber: account,
        customerId: 'C-10306',
        about: 'Residential, returned and refunded payments',
        place: place('60 Tryon Street, Charlotte, NC 28202'),
        plan: plans.fiber500,
        billType: 'PAPER_EMAIL',
        issuedDaysAgo: 15,
        months: 16,
        addOns: [addOns.wifi],
        methods: [bank, visa],
        paymentPattern: paidManually(bank.externalId, 1),
        otherPayments: (latest) => [
          {
            on: addDays(today, -11),
            clock: '09:15',
            amount: 'balance',
            status: 'RETURNED',
            reversedOn: addDays(today, -8),
            method: bank.externalId,
          },
          {
            on: addDays(latest?.issuedOn ?? today, -54),
            clock: '18:45',
            amount: 8_000,
            status: 'REFUNDED',
            reversedOn: addDays(latest?.issuedOn ?? today, -52),
            method: visa.externalId,
          },
        ],
      },
    ],
    today,
  );
}
