import type { FastifyRequest } from 'fastify';
import type { FieldName, FieldReason } from './entry.rules.ts';

export type Language = 'en' | 'es';

const englishProblems: Readonly<Record<FieldName, Partial<Record<FieldReason, string>>>> = {
  account: {
    missing: 'Enter the card number.',
    invalid: 'Check the card number.',
    unsupported: 'This kind of card is not accepted.',
  },
  expdate: {
    missing: 'Enter the expiration date.',
    invalid: 'Enter the date as MM/YY.',
    expired: 'This card has expired.',
  },
  expmonth: {
    missing: 'Choose the month.',
    invalid: 'Choose the month.',
    expired: 'This card has expired.',
  },
  expyear: { missing: 'Choose the year.', invalid: 'Choose the year.' },
  cv: { missing: 'Enter the security code.', invalid: 'Check the security code.' },
  cardholdername: { missing: 'Enter the name.', invalid: 'Check the name.' },
  routing: { missing: 'Enter the routing number.', invalid: 'Check the 9 digits of the routing number.' },
  accounttype: { missing: 'Choose the account type.', invalid: 'Choose the account type.' },
};

const english = {
  cardTitle: 'Card',
  bankTitle: 'Bank account',
  fields: {
    account: 'Card number',
    expdate: 'Expiration date',
    expmonth: 'Month',
    expyear: 'Year',
    cv: 'Security code',
    cardholdername: 'Name on card',
    routing: 'Routing number',
    accounttype: 'Account type',
  },
  expiryGroup: 'Expiration date',
  expiryHint: 'MM/YY',
  choose: 'Choose',
  checking: 'Checking',
  savings: 'Savings',
  whereIsIt: 'Where is it?',
  securityCodeHint: 'The 3 digits on the back of the card. On American Express, the 4 digits on the front.',
  addCard: 'Add card',
  addBank: 'Add bank account',
  cancel: 'Cancel',
  working: 'Checking…',
  accepted: 'Accepted.',
  failed: 'Something went wrong. Nothing was saved. Please try again.',
  refused: {
    card: 'Your bank declined this card. Try another card.',
    bank: 'This bank account was declined. Try another account.',
  },
  expired: 'This form has expired. Please start again.',
  cannotShow: 'This form cannot be shown.',
  problems: englishProblems,
};

/** Everything that a customer reads in a hosted form. */
export type HostedTexts = typeof english;

const spanish: HostedTexts = {
  cardTitle: 'Tarjeta',
  bankTitle: 'Cuenta bancaria',
  fields: {
    account: 'Número de tarjeta',
    expdate: 'Fecha de vencimiento',
    expmonth: 'Mes',
    expyear: 'Año',
    cv: 'Código de seguridad',
    cardholdername: 'Nombre en la tarjeta',
    routing: 'Número de ruta bancaria',
    accounttype: 'Tipo de cuenta',
  },
  expiryGroup: 'Fecha de vencimiento',
  expiryHint: 'MM/AA',
  choose: 'Elija',
  checking: 'Corriente',
  savings: 'De ahorros',
  whereIsIt: '¿Dónde está?',
  securityCodeHint: 'Los 3 dígitos al dorso de la tarjeta. En American Express, los 4 dígitos del frente.',
  addCard: 'Agregar tarjeta',
  addBank: 'Agregar cuenta bancaria',
  cancel: 'Cancelar',
  working: 'Verificando…',
  accepted: 'Listo.',
  failed: 'Algo salió mal. No se guardó nada. Inténtelo de nuevo.',
  refused: {
    card: 'Su banco rechazó esta tarjeta. Pruebe con otra.',
    bank: 'Su banco rechazó esta cuenta. Pruebe con otra.',
  },
  expired: 'Este formulario venció. Empiece de nuevo.',
  cannotShow: 'No se puede mostrar este formulario.',
  problems: {
    account: {
      missing: 'Escriba el número de tarjeta.',
      invalid: 'Revise el número de tarjeta.',
      unsupported: 'No se acepta este tipo de tarjeta.',
    },
    expdate: {
      missing: 'Escriba la fecha de vencimiento.',
      invalid: 'Escriba la fecha como MM/AA.',
      expired: 'Esta tarjeta venció.',
    },
    expmonth: { missing: 'Elija el mes.', invalid: 'Elija el mes.', expired: 'Esta tarjeta venció.' },
    expyear: { missing: 'Elija el año.', invalid: 'Elija el año.' },
    cv: { missing: 'Escriba el código de seguridad.', invalid: 'Revise el código de seguridad.' },
    cardholdername: { missing: 'Escriba el nombre.', invalid: 'Revise el nombre.' },
    routing: { missing: 'Escriba el número de ruta.', invalid: 'Revise los 9 dígitos del número de ruta.' },
    accounttype: { missing: 'Elija el tipo de cuenta.', invalid: 'Elija el tipo de cuenta.' },
  },
};

const bankWords: Readonly<Record<Language, Pick<HostedTexts, 'fields' | 'problems'>>> = {
  en: {
    fields: { ...english.fields, account: 'Account number', cardholdername: 'Name on the account' },
    problems: {
      ...english.problems,
      account: { missing: 'Enter the account number.', invalid: 'Check the account number.' },
    },
  },
  es: {
    fields: { ...spanish.fields, account: 'Número de cuenta', cardholdername: 'Nombre del titular' },
    problems: {
      ...spanish.problems,
      account: { missing: 'Escriba el número de cuenta.', invalid: 'Revise el número de cuenta.' },
    },
  },
};

/** The texts of a form in one language. */
export function textsOf(language: Language, kind: 'card' | 'bank'): HostedTexts {
  const texts = language === 'es' ? spanish : english;
  return kind === 'bank' ? { ...texts, ...bankWords[language] } : texts;
}

/** The language that the page around the form names, or else the browser's first one; English for any other. */
export function languageOf(request: FastifyRequest, named?: unknown): Language {
  const wanted = typeof named === 'string' ? named : (request.headers['accept-language'] ?? '');
  return /^\s*es\b/i.test(wanted) ? 'es' : 'en';
}
