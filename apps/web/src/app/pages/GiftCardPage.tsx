import { useTranslation } from 'react-i18next';
import { GiftCard } from '../../features/gift-card/GiftCard.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Breadcrumb } from '../Breadcrumb.tsx';

/** Registering for the account's gift card (GIFT-1). */
export function GiftCardPage() {
  const { t } = useTranslation();
  return (
    <>
      <Breadcrumb current={t('gift-card.title')} />
      <PageTitle>{t('gift-card.title')}</PageTitle>
      <GiftCard />
    </>
  );
}
