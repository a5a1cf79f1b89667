import type { ServiceState } from '../platform/http/health.ts';
import type { Portal } from '../platform/portal.ts';
import type { Eligibility } from './eligibility/eligibility.ts';
import { openVerifyPass } from './eligibility/verify-pass.ts';
import type { FieldService } from './field-service/field-service.ts';
import { openTmf646 } from './field-service/tmf646.ts';
import type { Identity } from './identity/identity.ts';
import { openIdentity } from './identity/open-identity.ts';
import type { SmsGateway } from './sms/sms.ts';
import { openTwilio } from './sms/twilio.ts';

/** Services that a provider may have left out: null then. */
export interface OptionalServices {
  readonly eligibility: Eligibility | null;
  readonly fieldService: FieldService | null;
  readonly sms: SmsGateway | null;
  readonly identity: Identity | null;
}

/** Opens the services that the settings name. Nothing is sent before the first call. */
export function openOptionalServices(portal: Portal): OptionalServices {
  const { config } = portal;
  return {
    identity: openIdentity(portal),
    eligibility: config.verifyPass && openVerifyPass(config.verifyPass),
    fieldService: config.fieldService && openTmf646(config.fieldService),
    sms: config.twilio && openTwilio(config.twilio),
  };
}

/** Returns the last known state of each that is set up, for the health check. */
export function optionalServiceStates({
  eligibility,
  fieldService,
  sms,
  identity,
}: OptionalServices): Record<string, ServiceState> {
  return {
    ...(eligibility && { 'verify-pass': eligibility.state() }),
    ...(fieldService && { 'field-service': fieldService.state() }),
    ...(sms && { twilio: sms.state() }),
    ...(identity && { auth0: identity.state() }),
  };
}
