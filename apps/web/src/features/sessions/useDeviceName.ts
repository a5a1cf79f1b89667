import type { OpenSession } from '@myaccount/contract/sessions';
import { useTranslation } from 'react-i18next';

type Device = Pick<OpenSession, 'browser' | 'system'>;

/** Returns a function that names a device: “Chrome on Windows”, or what is known of it. */
export function useDeviceName(): (device: Device) => string {
  const { t } = useTranslation();
  return ({ browser, system }) => {
    if (browser && system) return t('sessions.open.device', { browser, system });
    return browser ?? system ?? t('sessions.open.unknownDevice');
  };
}
