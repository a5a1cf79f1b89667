import { useTranslation } from 'react-i18next';
import { HeroBanner } from '../../../features/hero-discount/HeroBanner.tsx';
import { PlainHome } from '../../../features/home/PlainHome.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import pages from '../Pages.module.css';

/** Home where the dashboard is switched off (HOME-1), with the offer of the Hero Discount (HERO-1). */
export function PlainHomePage() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('home.plain.title')}</PageTitle>
      <div className={pages.stack}>
        <PlainHome />
        <HeroBanner />
      </div>
    </>
  );
}
