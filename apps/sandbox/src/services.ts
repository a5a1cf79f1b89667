import { openForms } from './card-form/card-form.store.ts';
import { openFrames } from './card-frame/card-frame.store.ts';
import { openCharges } from './card-processor/charge.store.ts';
import { createControl } from './control/control.ts';
import { VisitService } from './field-service/visit.service.ts';
import { openVisits } from './field-service/visit.store.ts';
import { openCodes } from './identity/identity.store.ts';
import { createSigningKeys } from './identity/signing-keys.ts';
import { openInbox } from './inbox/inbox.store.ts';
import { openSandboxDatabase } from './sandbox-database.ts';
import type { SandboxSettings } from './settings.ts';
import { openTexts } from './sms/sms.store.ts';
import { createSmsCallbacks } from './sms/sms-callbacks.ts';
import { createCallbackSender } from './verify-pass/callbacks.ts';
import { openVerifications } from './verify-pass/verification.store.ts';

export type Services = ReturnType<typeof openServices>;

/** Opens what the outside services, their pages, and the mail server share. */
export function openServices(settings: SandboxSettings) {
  const database = openSandboxDatabase(settings.folder);
  const texts = openTexts(database);
  const eligibility = openVerifications(database);
  const fieldService = openVisits(database);
  return {
    ...settings,
    database,
    control: createControl(),
    inbox: openInbox(database),
    ...openCharges(database),
    ...openFrames(database),
    forms: openForms(database),
    ...texts,
    smsCallbacks: createSmsCallbacks(texts, settings),
    eligibility,
    eligibilityCallbacks: createCallbackSender(eligibility, settings),
    fieldService,
    visitService: new VisitService(fieldService, settings.clock),
    codes: openCodes(database),
    signingKeys: createSigningKeys(),
  };
}
