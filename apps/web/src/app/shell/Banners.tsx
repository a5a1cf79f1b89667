import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import classes from './Banners.module.css';

/** Leads customers of the provider's mobile service to the mobile site (SHELL-7). */
export function MobileBanner() {
  const { t } = useTranslation();
  if (!config.flags.mobileLoginBanner) return null;
  return (
    <aside className={classes.banner} aria-label={t('shell.mobileBanner')}>
      {t('shell.mobileText')} <TextLink href={config.brand.mobileUrl}>{t('shell.mobileLink')}</TextLink>
    </aside>
  );
}

/** Announces downtime when the operator turns it on (SHELL-7). */
export function DowntimeBanner() {
  const { t } = useTranslation();
  if (!config.flags.downtimeBanner) return null;
  return (
    <aside className={classes.banner} data-tone="wait" aria-label={t('shell.downtimeBanner')}>
      {t('shell.downtimeText')} <PhoneLink phone={config.brand.supportPhone} />.
    </aside>
  );
}
