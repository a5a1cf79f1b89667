import { fieldIn, matchLanguage } from '@myaccount/contract/languages';
import { useTranslation } from 'react-i18next';
import { config } from '../api/config.ts';
import { SupportPhone } from '../ui/SupportPhone.tsx';
import classes from './Footer.module.css';

type Link = (typeof config.brand.links)[number];

/** The provider's links, phone number, and social pages (SHELL-2). */
export function Footer() {
  const { t } = useTranslation();
  const { name, links, social } = config.brand;
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <p>
          <span>{t('shell.support')}</span> <SupportPhone />
        </p>
        <LinkList label={t('shell.providerLinks', { brand: name })} links={links} />
        <LinkList label={t('shell.socialLinks', { brand: name })} links={social} />
      </div>
    </footer>
  );
}

function LinkList({ label, links }: { label: string; links: readonly Link[] }) {
  const { i18n } = useTranslation();
  if (links.length === 0) return null;
  const labelField = fieldIn('label', matchLanguage([i18n.language]));
  return (
    <nav aria-label={label}>
      <ul>
        {links.map((link) => (
          <li key={link.url}>
            <a href={link.url} rel="noreferrer">
              {link[labelField] || link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
