import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Message } from '../ui/Message.tsx';
import { paths } from './paths.ts';
import { PublicFrame } from './shell/PublicFrame.tsx';

/** Shown for a path below the portal's base that is not a page (SHELL-13). */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <PublicFrame>
      <Message title={t('shell.notFound')}>
        <p>{t('shell.notFoundText')}</p>
        <Anchor renderRoot={(props) => <Link to={paths.home} {...props} />} underline="always">
          {t('shell.backHome')}
        </Anchor>
      </Message>
    </PublicFrame>
  );
}
