import { pino } from 'pino';
import { personasOn } from '../../apps/sandbox/src/personas/personas.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { makeLink } from '../../apps/server/src/features/appointments/links.service.ts';
import { toE164 } from '../../apps/server/src/features/texts/phone-number.rules.ts';
import { textBody } from '../../apps/server/src/features/texts/text-body.rules.ts';
import { dayOf } from '../../apps/server/src/platform/business-day.ts';
import { openPortal } from '../../apps/server/src/platform/open-portal.ts';
import type { Portal } from '../../apps/server/src/platform/portal.ts';
import type { Settings } from './local-settings.ts';
import { StartError } from './places.ts';

const dayMs = 86_400_000;

/**
 * Sends the texts that personas got before they were imported: the portal announces no imported visit. Text and link are made
 * as the portal makes them. They go to the sandbox, whatever service the settings name.
 */
export async function sendEarlierTexts(settings: Settings, sandboxUrl: string): Promise<void> {
  const { portal } = openPortal(readConfig({ ...process.env, ...settings }), pino({ level: 'silent' }));
  const now = portal.clock.now();
  try {
    for (const { accounts, phone, textedDaysAgo } of personasOn(dayOf(now, portal.config.timeZone))) {
      if (textedDaysAgo === undefined) continue;
      const at = new Date(now.getTime() - textedDaysAgo * dayMs);
      for (const { accountNumber } of accounts) {
        const body = await textAbout(portal, accountNumber, at);
        await post(sandboxUrl, settings, { To: toE164(phone) ?? phone, Body: body });
      }
    }
  } finally {
    await portal.db.destroy();
  }
}

/** Makes a link to the visit of an account, as of some time, and returns the text that has it. */
async function textAbout(portal: Portal, accountNumber: string, at: Date): Promise<string> {
  const { brand, timeZone } = portal.config;
  const visit = await portal.db
    .selectFrom('appointment as v')
    .innerJoin('account as a', 'a.id', 'v.account_id')
    .select(['v.account_id as accountId', 'v.id as appointmentId'])
    .select(['v.starts_at as startsAt', 'v.ends_at as endsAt'])
    .where('a.account_number', '=', accountNumber)
    .executeTakeFirstOrThrow();
  const url = await portal.db.transaction().execute((trx) => makeLink(trx, portal, { visit, at }));
  const values = { url, startsAt: visit.startsAt.toISOString(), endsAt: visit.endsAt.toISOString() };
  const frame = { brandName: brand.name, supportPhone: brand.supportPhone, timeZone };
  return textBody({ kind: 'appointment-made', values }, 'en', frame);
}

async function post(sandboxUrl: string, settings: Settings, text: { To: string; Body: string }) {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from = '' } = settings;
  const response = await fetch(`${sandboxUrl}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
    body: new URLSearchParams({ ...text, From: from }),
  });
  if (!response.ok) throw new StartError(`The sandbox refused a text of a demo customer: ${response.status}`);
}
