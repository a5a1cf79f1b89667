import { useTranslation } from 'react-i18next';
import { GiftCard } from '../../features/gift-card/GiftCard.tsx';
import { PortalPage } from '../PortalPage.tsx';

/** Registering for the account's gift card (GIFT-1). */
export function GiftCardPage() {
  const { t } = useTranslation();
  return (
    <PortalPage title={t('gift-card.title')}>
      <GiftCard />
    </PortalPage>
  );
}
