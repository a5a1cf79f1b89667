import { addDays } from '../calendar.ts';
import { bankAccount, card, paidByAutopay, paidManually } from '../methods.ts';
import { customerPersona, type Persona } from '../persona.ts';
import { place } from '../places.ts';
import { addOns, plans } from '../plans.ts';
import type { SampleAccount } from '../sample-account.ts';

/** A business. */
export function harbor(today: string): Persona {
  const account = '100200315';
  const holder = 'Harbor Street Bakery LLC';
  const bank = bankAccount({
    account,
    holder,
    lastFour: '4400',
    nickname: 'Business checking',
    isDefault: true,
    today,
  });
  const phone = '5035550116';
  return customerPersona(
    {
      id: 'C-10315',
      firstName: 'Inez',
      lastName: 'Castellano',
      email: 'office@harborstreetbakery.example.com',
      phone,
      born: '1970-04-01',
      pin: '2040',
    },
    'Business customer with a static address and a managed router; bill on paper and by e-mail',
    [
      {
        accountNumber: account,
        customerId: 'C-10315',
        about: 'Business, bill open, bank account saved',
        businessName: 'Harbor Street Bakery LLC',
        place: place('19 Harbor Street, Astoria, OR 97103'),
        billingPlace: {
          streetNrFirst: 'PO Box 812',
          streetName: '',
          city: 'Astoria',
          state: 'OR',
          postCode: '97103',
        },
        plan: plans.business500,
        billType: 'PAPER_EMAIL',
        issuedDaysAgo: 10,
        months: 24,
        addOns: [addOns.staticAddress, addOns.router],
        otherCharges: (monthsAgo) =>
          monthsAgo === 2
            ? [{ type: 'one-time', description: 'Technician visit: new wall outlet', cents: 7_500 }]
            : [],
        methods: [bank],
        paymentPattern: paidManually(bank.externalId, 1),
        notificationPreference: 'Email',
      },
    ],
    today,
  );
}

const priyasId = 'C-10316';
const priyasHome = place('250 Bryden Road, Columbus, OH 43215');

/** Several accounts under one sign-in. */
export function priya(today: string): Persona {
  return customerPersona(
    {
      id: priyasId,
      firstName: 'Priya',
      lastName: 'Nair',
      email: 'priya.nair@example.com',
      phone: '6145550117',
      born: '1982-01-26',
      pin: '2601',
    },
    'Four accounts under one sign-in: home, rental flat, business, and one that is inactive',
    [home(today), rental(today), studio(today), cabin(today)],
    today,
  );
}

function home(today: string): SampleAccount {
  const account = '100200316';
  const visa = card('VISA', {
    account,
    holder: 'Priya Nair',
    lastFour: '1616',
    nickname: 'Home Visa',
    isDefault: true,
    today,
  });
  return {
    accountNumber: account,
    customerId: priyasId,
    about: 'Residential, autopay on',
    place: priyasHome,
    plan: plans.fiberGig,
    issuedDaysAgo: 5,
    months: 24,
    addOns: [addOns.wifi],
    discounts: () => [{ type: 'discount', description: 'Autopay discount', cents: -500 }],
    methods: [visa],
    paymentPattern: paidByAutopay(visa.externalId),
    autopay: { method: visa.externalId, monthsAgo: 23 },
  };
}

function rental(today: string): SampleAccount {
  const account = '100200317';
  const mastercard = card('MC', {
    account,
    holder: 'Priya Nair',
    lastFour: '1717',
    nickname: 'Rental card',
    isDefault: true,
    today,
  });
  return {
    accountNumber: account,
    customerId: priyasId,
    about: 'Residential in Oregon, autopay off, bill open',
    place: place('1801 Unit 12 – NW Irving Street, Portland, OR 97209'),
    billingPlace: priyasHome,
    plan: plans.fiber300,
    issuedDaysAgo: 14,
    months: 13,
    methods: [mastercard],
    paymentPattern: paidManually(mastercard.externalId, 1),
    pin: '1801',
  };
}

function studio(today: string): SampleAccount {
  const account = '100200318';
  const bank = bankAccount({
    account,
    holder: 'Nair Design Studio',
    lastFour: '1818',
    isDefault: true,
    today,
  });
  return {
    accountNumber: account,
    customerId: priyasId,
    about: 'Business, nothing due',
    businessName: 'Nair Design Studio',
    place: place('36 East Gay Street, Columbus, OH 43215'),
    plan: plans.businessGig,
    issuedDaysAgo: 20,
    months: 11,
    addOns: [addOns.staticAddress],
    methods: [bank],
    paymentPattern: (bill) => [
      { on: addDays(bill.issuedOn, 3), clock: '15:00', amount: 'balance', method: bank.externalId },
    ],
  };
}

function cabin(today: string): SampleAccount {
  const account = '100200319';
  const visa = card('VISA', { account, holder: 'Priya Nair', lastFour: '1616', isDefault: true, today });
  return {
    accountNumber: account,
    customerId: priyasId,
    about: 'Residential, inactive, nothing due',
    place: place('9 Hocking Trail, Logan, OH 43138'),
    plan: plans.fiber300,
    status: 'INACTIVE',
    issuedDaysAgo: 130,
    months: 8,
    methods: [visa],
    paymentPattern: paidManually(visa.externalId),
    notificationPreference: '',
  };
}
