import { includesTexts } from '@myaccount/contract/account-fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenForm } from '../account-info/account-form.rules.ts';
import { ConflictingChange } from '../account-info/account-info.queries.ts';
import { type AccountPlace, isFailure, useAccountChange } from '../account-info/useAccountChange.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { type Channel, type PreferenceValues, preferenceForm, withChannel } from './preference.form.ts';

/**
 * The preference on record, or the one that is being saved: not one that still waits for a consent, and not one whose
 * save failed (NOTIFY-1).
 */
export function usePreferenceChange(place: AccountPlace) {
  const { i18n } = useTranslation();
  const { notificationPreference: current } = useAccount().customer;
  /** Chosen and not on record yet. */
  const [wanted, setWanted] = useState<OpenForm<PreferenceValues>>();
  const change = useAccountChange({ form: preferenceForm, place, onSaved: () => setWanted(undefined) });
  const isUnsaved = wanted !== undefined && !isFailure(change.error);
  const needsConsent = isUnsaved && addsTexts(wanted) && !change.isSaving && !change.error;

  function save(open: OpenForm<PreferenceValues>): void {
    setWanted(open);
    change.save(open, addsTexts(open) ? [agreedConsent('texts', i18n.language)] : undefined);
  }

  function putBack(): void {
    change.giveUp();
    setWanted(undefined);
  }

  return {
    change,
    shown: isUnsaved && !needsConsent ? wanted.values.notificationPreference : current,
    /** True when text messages are chosen and nothing was sent yet. */
    needsConsent,
    turn: (channel: Channel, isOn: boolean) => {
      // Not disabled meanwhile: a disabled switch would lose the focus.
      if (change.isSaving) return;
      const notificationPreference = withChannel(current, channel, isOn);
      const open = { base: { notificationPreference: current }, values: { notificationPreference } };
      putBack();
      if (notificationPreference === current) return;
      if (addsTexts(open)) setWanted(open);
      else save(open);
    },
    agree: () => wanted && save(wanted),
    /** Saves what was chosen over what somebody else saved meanwhile. */
    keepMine: () => {
      if (wanted && change.error instanceof ConflictingChange)
        save({ ...wanted, base: preferenceForm.valuesOf(change.error.account) });
    },
    putBack,
  };
}

/** Whether the change turns on text messages, to which a customer consents (CONSENT-1). */
function addsTexts({ base, values }: OpenForm<PreferenceValues>): boolean {
  return includesTexts(values.notificationPreference) && !includesTexts(base.notificationPreference);
}
