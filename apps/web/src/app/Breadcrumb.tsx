import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import layout from '../ui/layout.module.css';
import { textLink } from '../ui/TextLink.tsx';
import classes from './Breadcrumb.module.css';
import { paths } from './paths.ts';

/** Home > the current page (PAYMENTS-1, BILLING-1). */
export function Breadcrumb({ current }: { current: string }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('home.breadcrumb')} className={classes.breadcrumb}>
      <ol className={classes.pages}>
        <li>
          <Link to={paths.home} className={`${textLink} ${layout.target}`}>
            {t('shell.menuHome')}
          </Link>
        </li>
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
