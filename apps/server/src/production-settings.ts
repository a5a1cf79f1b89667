import { isLoopbackUrl, requiresTls } from './platform/address-settings.ts';
import { checksCertificate, isLocalDatabase, splitDatabaseUrl } from './platform/database/database-url.ts';
import { type Config, trustProxyNeeds } from './platform/platform-settings.ts';
import type { SettingProblem, SettingsReader } from './platform/settings.ts';

/**
 * Reports what production must not run with, although a local start may: connections that others on the way can read or
 * change, a clock that can be moved, and a client address of unknown origin (START-1).
 */
export function refuseUnsafeSettings(read: SettingsReader, config: Config): void {
  read.problems.push(
    ...encryptedOrLocal('PUBLIC_URL', config.publicUrl),
    ...encryptedOrLocal(read.outsideName('TRANSAFE_URL'), config.transafe.url),
    ...encryptedOrLocal(read.outsideName('ORBITAL_URL'), config.orbital.url),
    ...encryptedOrLocal(read.outsideName('TRANSAFE_FRAME_URL'), config.transafeFrameUrl),
    ...encryptedOrLocal(read.outsideName('CHASE_FORM_URL'), config.chaseForm.url),
    ...encryptedOrLocal(read.outsideName('VERIFYPASS_URL'), config.verifyPass?.url),
    ...encryptedOrLocal(read.outsideName('FIELD_SERVICE_URL'), config.fieldService?.url),
    ...encryptedOrLocal(read.outsideName('TWILIO_URL'), config.twilio?.url),
    ...encryptedOrLocal(read.outsideName('AUTH0_URL'), config.auth0?.url),
    ...encryptedMail(read.outsideName('SMTP_URL'), config.mail.smtpUrl),
    ...encryptedDatabase('DATABASE_URL', config.databaseUrl),
    ...encryptedDatabase('DATABASE_DIRECT_URL', config.databaseDirectUrl),
    ...encryptedDatabase('DATABASE_REPLICA_URL', config.databaseReplicaUrl),
  );
  if (read.optional('NODE_TLS_REJECT_UNAUTHORIZED') === '0')
    read.problems.push({
      name: 'NODE_TLS_REJECT_UNAUTHORIZED',
      needs:
        'to be left out: without it every certificate is checked (NODE_EXTRA_CA_CERTS names a private authority)',
    });
  if (read.optional('CLOCK_FILE'))
    read.problems.push({ name: 'CLOCK_FILE', needs: 'to be left out in production' });
  // A wrong value is reported where it is parsed.
  if (!read.optional('TRUST_PROXY'))
    read.problems.push({ name: 'TRUST_PROXY', needs: `is missing; needs ${trustProxyNeeds}` });
}

/** A URL that could not be read is undefined; it is reported already. */
function encryptedOrLocal(name: string, url: string | undefined): SettingProblem[] {
  if (url === undefined || url.startsWith('https:') || isLoopbackUrl(url)) return [];
  return [{ name, needs: 'an address that starts with https:// (http:// only on this machine)' }];
}

function encryptedDatabase(name: string, url: string | null | undefined): SettingProblem[] {
  if (!url || splitDatabaseUrl(url)?.every((each) => isLocalDatabase(each) || checksCertificate(each)))
    return [];
  return [{ name, needs: 'sslmode=verify-full in the address, unless the database is on this machine' }];
}

function encryptedMail(name: string, url: string | undefined): SettingProblem[] {
  if (url === undefined || requiresTls(url) || isLoopbackUrl(url)) return [];
  const needs =
    'smtps://, or smtp:// with ?requireTLS=true for STARTTLS, without ignoreTLS and tls.… (plain smtp:// only on this ' +
    'machine; a private certificate authority goes into the file of NODE_EXTRA_CA_CERTS)';
  return [{ name, needs }];
}
