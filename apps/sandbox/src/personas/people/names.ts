import { bankAccount, card, paidManually } from '../methods.ts';
import { customerPersona, type Persona } from '../persona.ts';
import { place } from '../places.ts';
import { addOns, plans } from '../plans.ts';

/** Reads Spanish. */
export function lucia(today: string): Persona {
  const account = '100200320';
  const holder = 'Lucía Mendoza Peña';
  const bank = bankAccount({ account, holder, lastFour: '5566', nickname: 'Cuenta corriente', today });
  const visa = card('VISA', {
    account,
    holder,
    lastFour: '9901',
    nickname: 'Tarjeta de casa',
    isDefault: true,
    today,
  });
  const phone = '2105550118';
  return customerPersona(
    {
      id: 'C-10320',
      firstName: 'Lucía',
      lastName: 'Mendoza Peña',
      email: 'lucia.mendoza@example.com',
      phone,
      born: '1989-02-14',
      pin: '1402',
      language: 'es',
    },
    'Spanish speaker; two years of bills in Spanish, one open',
    [
      {
        accountNumber: account,
        customerId: 'C-10320',
        about: 'Residential, bills in Spanish, one open, autopay off',
        language: 'es',
        place: place('1410 Guadalupe Street, San Antonio, TX 78207'),
        plan: plans.fiber500,
        billType: 'PAPER_EMAIL',
        issuedDaysAgo: 9,
        months: 24,
        addOns: [addOns.wifi, addOns.phone],
        otherCharges: (monthsAgo) =>
          monthsAgo % 2 === 0
            ? [
                {
                  type: 'usage',
                  description: `Llamadas a México, ${25 + monthsAgo} minutos`,
                  cents: 6 * (25 + monthsAgo),
                },
              ]
            : [],
        methods: [visa, bank],
        paymentPattern: paidManually(visa.externalId, 1),
        notificationPreference: 'Text & Email',
      },
    ],
    today,
  );
}

/** Names that break naive code: accents, an apostrophe and a hyphen in a plus address. */
export function zoe(today: string): Persona {
  return namedPersona(today, {
    number: '100200321',
    id: 'C-10321',
    firstName: 'Zoë',
    lastName: "O'Brien-Łukasz",
    email: 'zoe.obrien+fiber@example.com',
    phone: '6145550119',
    nickname: 'Zoë & the “cats” 🐈',
    about: 'A name with accents, apostrophe and hyphen; a nickname with quotes and an emoji; a plus address',
  });
}

/** A name of one character each, in Chinese. */
export function wang(today: string): Persona {
  return namedPersona(today, {
    number: '100200322',
    id: 'C-10322',
    firstName: '小明',
    lastName: '王',
    email: 'wang.xiaoming@example.com',
    phone: '5035550120',
    nickname: '小明',
    about: 'A Chinese name',
  });
}

/** A name in a right-to-left script. */
export function mohammed(today: string): Persona {
  return namedPersona(today, {
    number: '100200323',
    id: 'C-10323',
    firstName: 'محمد',
    lastName: 'الحسيني',
    email: 'm.alhusseini@example.com',
    phone: '2105550121',
    nickname: 'محمد',
    about: 'An Arabic name, written from right to left',
  });
}

/** A name that programs mistake for null or markup. */
export function robert(today: string): Persona {
  return namedPersona(today, {
    number: '100200324',
    id: 'C-10324',
    firstName: 'Robert <b>Bobby</b>',
    lastName: 'Null',
    email: 'robert.null@example.com',
    phone: '7045550122',
    nickname: '$#{1+1} *Bob* \\ %s',
    about: 'The last name Null, and markup where none belongs',
  });
}

/** A name longer than any column. */
export function longName(today: string): Persona {
  return namedPersona(today, {
    number: '100200325',
    id: 'C-10325',
    firstName: 'Maximiliana-Bernadette Konstantina',
    lastName: 'Wolfeschlegelsteinhausenbergerdorff-Papadimitrakopoulou',
    email: 'maximiliana.bernadette.konstantina.wolfeschlegelsteinhausen@example.com',
    phone: '8045550123',
    nickname: 'Max',
    about: 'A name and an address longer than any column',
  });
}

interface NamedPersonaInput {
  readonly number: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly nickname: string;
  readonly about: string;
}

function namedPersona(today: string, input: NamedPersonaInput): Persona {
  const { number, id, about, nickname, ...person } = input;
  const holder = `${input.firstName} ${input.lastName}`;
  const visa = card('VISA', {
    account: number,
    holder,
    lastFour: number.slice(-4),
    nickname,
    isDefault: true,
    today,
  });
  return customerPersona(
    { id, ...person, nickname, born: '1991-05-05', pin: number.slice(-4) },
    about,
    [
      {
        accountNumber: number,
        customerId: id,
        about: 'Residential, bill open',
        place: place('30 Piñon Street, Dayton, OH 45402'),
        plan: plans.fiber300,
        issuedDaysAgo: 6,
        months: 5,
        addOns: [addOns.wifi],
        methods: [visa],
        paymentPattern: paidManually(visa.externalId, 1),
      },
    ],
    today,
  );
}
