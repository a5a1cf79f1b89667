import { dayOf } from '../platform/business-day.ts';
import type { ServiceState } from '../platform/http/health.ts';
import type { Portal } from '../platform/portal.ts';
import type { BillingSystem } from './billing-system/billing-system.ts';
import { openGotransverse } from './billing-system/gtv.ts';
import { type CardForm, openChaseForm } from './card-form/chase-form.ts';
import { type CardFrame, openTransafeFrame } from './card-frame/transafe-frame.ts';
import type { CardProcessors } from './card-processor/card-processor.ts';
import { openProcessors } from './card-processor/open-processors.ts';
import type { Eligibility } from './eligibility/eligibility.ts';
import { openVerifyPass } from './eligibility/verify-pass.ts';
import type { FieldService } from './field-service/field-service.ts';
import { openTmf646 } from './field-service/tmf646.ts';
import { openAuth0 } from './identity/auth0.ts';
import type { Identity } from './identity/identity.ts';
import type { SmsGateway } from './sms/sms.ts';
import { openTwilio } from './sms/twilio.ts';

/** The outside services besides mail. Null is what a provider may have left out. */
export interface Services {
  readonly processors: CardProcessors;
  /** The services that take card and bank numbers in, in their own frames. */
  readonly cardFrame: CardFrame;
  readonly cardForm: CardForm;
  readonly eligibility: Eligibility | null;
  readonly fieldService: FieldService | null;
  readonly sms: SmsGateway | null;
  /** Null where all records come from files. */
  readonly billingSystem: BillingSystem | null;
  /** Null where the portal mails and checks sign-in codes itself (LOGIN-8). */
  readonly identity: Identity | null;
}

/** Opens the services that the settings name. Nothing is sent before the first call. */
export function openServices({ config, clock, log }: Portal): Services {
  return {
    processors: openProcessors(config),
    cardFrame: openTransafeFrame(config.transafe),
    cardForm: openChaseForm(config.chaseForm),
    eligibility: config.verifyPass && openVerifyPass(config.verifyPass),
    fieldService: config.fieldService && openTmf646(config.fieldService),
    sms: config.twilio && openTwilio(config.twilio),
    billingSystem:
      config.billing && openGotransverse(config.billing, (at) => dayOf(new Date(at), config.timeZone)),
    identity: config.auth0 && openAuth0(config.auth0, clock, log),
  };
}

/** Returns the last known state of each service that is set up, for the health check. */
export function serviceStates(services: Services): Record<string, ServiceState> {
  const { processors, cardFrame, cardForm, eligibility, fieldService, sms, billingSystem, identity } =
    services;
  return {
    ...Object.fromEntries(Object.values(processors).map((processor) => [processor.name, processor.state()])),
    'transafe-frame': cardFrame.state(),
    'chase-form': cardForm.state(),
    ...(eligibility && { 'verify-pass': eligibility.state() }),
    ...(fieldService && { 'field-service': fieldService.state() }),
    ...(sms && { twilio: sms.state() }),
    ...(billingSystem && { gotransverse: billingSystem.state() }),
    ...(identity && { auth0: identity.state() }),
  };
}
