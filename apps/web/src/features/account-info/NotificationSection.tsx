import { findPreferenceFailure } from '@myaccount/contract/account-fields';
import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import type { NotificationPreference } from '@myaccount/contract/accounts';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeHint } from '../../ui/ChangeHint.tsx';
import { Choice } from '../../ui/Choice.tsx';
import layout from '../../ui/layout.module.css';
import { Question } from '../../ui/Question.tsx';
import { useDraft } from '../../ui/useDraft.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { ConsentForm } from '../consents/ConsentForm.tsx';
import { ChangeProblem, FreshCodeStep } from './AccountForm.tsx';
import { preferenceForm } from './account-fields.ts';
import { isWaiting } from './account-info.queries.ts';
import { type AccountPlace, useAccountChange } from './useAccountForm.ts';

const channels = ['Text', 'Email'] as const;

type Channel = (typeof channels)[number];

function hasChannel(preference: string, channel: Channel): boolean {
  return preference.split(' & ').includes(channel);
}

function withChannel(preference: string, channel: Channel, isOn: boolean): NotificationPreference {
  const chosen = channels.filter((each) => (each === channel ? isOn : hasChannel(preference, each)));
  return chosen.join(' & ') as NotificationPreference;
}

/** Whether a change turns on text messages, to which a customer consents (CONSENT-1). */
function addsTexts(before: string, chosen: string): boolean {
  return hasChannel(chosen, 'Text') && !hasChannel(before, 'Text');
}

/** Notices by text, by email, or both (NOTIFY-1): a switch saves at once; texts take a consent first. */
export function NotificationSection({ place }: { place: AccountPlace }) {
  const { t } = useTranslation();
  const { customer, role, ownsContact } = useAccount();
  const { notificationPreference: current } = customer;
  const editing = useNotificationPreference(place);
  const { shown, needsConsent, turn, agree, takeTheirs } = editing;
  const isPrimary = isHolder({ role, ownsContact }, accountRights.preference.set);
  const id = useId();
  const reasonOf = (channel: Channel) => {
    if (!isPrimary) return undefined;
    if (channel === 'Text' && customer.textsStopped) return t('notifications.stopped');
    const without = withChannel(current, channel, false);
    return findPreferenceFailure(without, current) && t('notifications.last');
  };
  const canChange = isPrimary && channels.some((channel) => reasonOf(channel) === undefined);
  const who = isPrimary ? (canChange ? t('notifications.primary') : undefined) : t('notifications.member');
  const notes = { Text: reasonOf('Text'), Email: reasonOf('Email'), who };
  return (
    <div className={layout.stack}>
      <Question legend={t('notifications.title')}>
        <div className={layout.row}>
          {channels.map((channel) => (
            <Choice
              key={channel}
              type="checkbox"
              look="plain"
              isChosen={hasChannel(shown, channel)}
              isDisabled={!isPrimary || notes[channel] !== undefined}
              aria-describedby={notes[channel] ? `${id}-${channel}` : who && `${id}-who`}
              onChoose={(isOn) => turn(channel, isOn)}
            >
              {t(`notifications.channel.${channel}`)}
            </Choice>
          ))}
        </div>
        {Object.entries(notes).map(
          ([about, note]) =>
            note && (
              <p key={about} id={`${id}-${about}`} className={layout.small}>
                {note}
              </p>
            ),
        )}
      </Question>
      {needsConsent && <TextsForm onAgree={agree} onCancel={takeTheirs} />}
      <ChangeProblem editing={editing} />
      <FreshCodeStep change={editing.change} />
      {canChange && <ChangeHint />}
    </div>
  );
}

/** What text messages take: the consent, and a button that saves (CONSENT-1). */
function TextsForm({ onAgree, onCancel }: { onAgree: () => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);

  // The switch that was pressed stays as it is: the consent is what comes next.
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  // The form goes; a switch takes the focus.
  const closeWith = (act: () => void) => () => {
    form.current?.parentElement?.querySelector<HTMLInputElement>('fieldset input:not(:disabled)')?.focus();
    act();
  };

  return (
    <ConsentForm
      ref={form}
      kind="texts"
      missingText={t('notifications.consentMissing')}
      submitText={t('notifications.turnOnTexts')}
      cancelText={t('account-info.cancel')}
      onSubmit={closeWith(onAgree)}
      onCancel={closeWith(onCancel)}
    />
  );
}

const asIs = { wantsTexts: false };

/** The preference on record, or one that is being saved: none that waits for a consent or was not saved (NOTIFY-1). */
function useNotificationPreference(place: AccountPlace) {
  const { i18n } = useTranslation();
  const { accountNumber, customer } = useAccount();
  const { notificationPreference: current } = customer;
  const { draft, keep, clear } = useDraft('notifications', accountNumber, asIs);
  const change = useAccountChange(preferenceForm, place);
  const { isSaving, error } = change;
  const sent = change.sent?.notificationPreference ?? current;

  function save(chosen: string): void {
    clear();
    change.save(
      { base: { notificationPreference: current }, values: { notificationPreference: chosen } },
      addsTexts(current, chosen) ? [agreedConsent('texts', i18n.language)] : undefined,
    );
  }

  function putBack(): void {
    change.giveUp();
    clear();
  }

  return {
    form: preferenceForm,
    change,
    shown: isSaving || isWaiting(error) ? sent : current,
    /** True when text messages are chosen and nothing was sent yet. */
    needsConsent: draft.wantsTexts && !hasChannel(current, 'Text'),
    turn: (channel: Channel, isOn: boolean) => {
      // Not disabled meanwhile: a disabled switch would lose the focus.
      if (isSaving) return;
      putBack();
      const chosen = withChannel(current, channel, isOn);
      if (addsTexts(current, chosen)) keep({ wantsTexts: true });
      else if (chosen !== current) save(chosen);
    },
    agree: () => save(withChannel(current, 'Text', true)),
    /** Saves what was chosen over what somebody else saved meanwhile. */
    keepMine: () => save(sent),
    takeTheirs: putBack,
  };
}
