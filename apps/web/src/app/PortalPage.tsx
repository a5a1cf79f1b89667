import { Link } from '@tanstack/react-router';
import { Children, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Later } from '../ui/Later.tsx';
import layout from '../ui/layout.module.css';
import { PageTitle } from '../ui/PageTitle.tsx';
import { targetLink } from '../ui/TextLink.tsx';
import classes from './PortalPage.module.css';
import { paths } from './paths.ts';

interface PortalPageProps {
  readonly title: string;
  /** Where its title says more than its place. */
  readonly breadcrumb?: string;
  /** The title of the browser's tab, where it says more than the heading. */
  readonly tab?: string;
  /** Its cards. */
  readonly children: ReactNode;
}

/** A page below home: its place, its title, and its cards. */
export function PortalPage({ title, breadcrumb = title, tab, children }: PortalPageProps) {
  const [first, ...more] = Children.toArray(children);
  return (
    <>
      <Breadcrumb current={breadcrumb} />
      <PageTitle tab={tab}>{title}</PageTitle>
      <div className={layout.cards}>
        {first}
        <Later>{more}</Later>
      </div>
    </>
  );
}

/** Home > the current page (PAYMENTS-1, BILLING-1). */
export function Breadcrumb({ current }: { current: string }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('home.breadcrumb')} className={classes.breadcrumb}>
      <ol className={classes.pages}>
        <li>
          <Link to={paths.home} className={targetLink}>
            {t('shell.menuHome')}
          </Link>
        </li>
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
