import { type Language, languageEntries, languages } from '@myaccount/contract/languages';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../api/config.ts';
import layout from '../ui/layout.module.css';
import { CallSupport } from '../ui/SupportPhone.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { announce, showToast } from '../ui/toasts.ts';
import { brandImage } from './brand-image.ts';
import { Footer } from './Footer.tsx';
import { speakLanguage } from './i18n.ts';
import classes from './PublicFrame.module.css';

interface PublicFrameProps {
  /** True for a page with several cards, which has more room. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Layout of a page that needs no session: one centered card, logo and language above, banners, footer. */
export function PublicFrame({ isWide = false, children }: PublicFrameProps) {
  return (
    <div className={classes.page} data-wide={isWide || undefined}>
      <DowntimeBanner />
      <header className={classes.top}>
        <Logo />
        <LanguageButtons />
      </header>
      <main className={classes.main}>
        {isWide ? children : <div className={classes.card}>{children}</div>}
      </main>
      {!isWide && <MobileBanner />}
      <Footer />
    </div>
  );
}

/** The provider's logo and name, with the dark logo in the dark scheme if the operator set one. */
export function Logo() {
  const { name, logo, logoDark } = config.brand;
  return (
    <span className={classes.logo}>
      <picture>
        {logoDark && <source srcSet={brandImage(logoDark)} media="(prefers-color-scheme: dark)" />}
        <img src={brandImage(logo)} alt="" height={32} />
      </picture>
      <span className={classes.name}>{name}</span>
    </span>
  );
}

/** Switches the language of every text, announces it, and stores the choice; a flag hides it (SHELL-11). */
export function LanguageButtons({ onChosen }: { onChosen?: () => void }) {
  const { t, i18n } = useTranslation();
  const group = useRef<HTMLFieldSetElement>(null);

  // Presses the button that was pressed before the page's scripts arrived: the early script marks it (`early.ts`).
  useEffect(() => {
    group.current?.querySelector<HTMLButtonElement>('button[data-pressed]')?.click();
  }, []);

  if (!config.flags.languageDropdown) return null;

  const speak = async (language: Language) => {
    if (await speakLanguage(language)) announce(i18n.t('shell.languageChanged'));
    else showToast('failure', t('problems.network'));
    onChosen?.();
  };

  return (
    <fieldset ref={group} className={`${layout.bar} ${classes.languages}`}>
      <legend className={layout.hidden}>{t('shell.language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => void speak(language)}
        >
          {languageEntries[language].name}
        </button>
      ))}
    </fieldset>
  );
}

/** Leads customers of the provider's mobile service to the mobile site (SHELL-7). */
export function MobileBanner() {
  const { t } = useTranslation();
  if (!config.flags.mobileLoginBanner) return null;
  return (
    <aside className={classes.banner} aria-label={t('shell.mobileBanner')}>
      <span>{t('shell.mobileText')}</span>{' '}
      <TextLink href={config.brand.mobileUrl}>{t('shell.mobileLink')}</TextLink>
    </aside>
  );
}

/** Announces downtime when the operator turns it on (SHELL-7). */
export function DowntimeBanner() {
  const { t } = useTranslation();
  if (!config.flags.downtimeBanner) return null;
  return (
    <aside className={classes.banner} data-tone="wait" aria-label={t('shell.downtimeBanner')}>
      <CallSupport text={t('shell.downtimeText')} />
    </aside>
  );
}
