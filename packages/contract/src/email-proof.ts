import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { otp } from './login.ts';
import { opaqueId } from './text.ts';

const account = { accountNumber: opaqueId };

/** Saving an account with a new e-mail address sends the first code; this sends another, which replaces it. */
export const sendEmailProof = endpoint({
  operationId: 'sendEmailProof',
  feature: 'account-info',
  method: 'POST',
  path: '/customer/account/email-proof',
  summary: 'Mails a new code to the e-mail address that the caller saved and that waits for its proof.',
  requirement: 'CONTACT-3',
  body: z.strictObject(account),
  reply: z.object({ status: z.literal(200), expiresAt: z.iso.datetime() }),
  problems: [
    'request.not-found',
    'account-info.nothing-waiting',
    'account-info.primary-only',
    'login.too-many-codes',
    'login.too-many-tries',
  ],
});

export const validateEmailProof = endpoint({
  operationId: 'validateEmailProof',
  feature: 'account-info',
  method: 'POST',
  path: '/customer/account/email-proof/validate',
  summary: 'Takes the code sent to the waiting e-mail address, which becomes the contact address.',
  requirement: 'CONTACT-3',
  body: z.strictObject({ ...account, otp }),
  reply: z.object({
    status: z.literal(200),
    emailAddress: z.string(),
    /** Whether the caller signs in with it from now on. False if another login has the address. */
    isSignInAddress: z.boolean(),
  }),
  problems: [
    'request.not-found',
    'account-info.nothing-waiting',
    'account-info.primary-only',
    'login.invalid-code',
    'login.expired-code',
    'login.too-many-tries',
  ],
});

export const cancelEmailProof = endpoint({
  operationId: 'cancelEmailProof',
  feature: 'account-info',
  method: 'POST',
  path: '/customer/account/email-proof/cancel',
  summary: 'Forgets the waiting e-mail address. Without one it succeeds too.',
  requirement: 'CONTACT-3',
  body: z.strictObject(account),
  reply: z.object({ status: z.literal(200) }),
  problems: ['request.not-found', 'account-info.primary-only'],
});
