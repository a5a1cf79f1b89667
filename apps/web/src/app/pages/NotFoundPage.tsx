import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../../api/session.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { paths } from '../paths.ts';
import { SignedInShell } from '../Shell.tsx';

/** Shown for a path below the portal's base that is not a page (SHELL-13), with the header for signed-in visitors. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const Frame = currentSession() ? SignedInShell : PublicFrame;
  return (
    <Frame>
      <Message
        title={t('shell.notFound')}
        actions={
          <Link to={paths.home} {...buttonLook()}>
            {t('shell.backHome')}
          </Link>
        }
        callText={t('shell.needHelp')}
      >
        <p>{t('shell.notFoundText')}</p>
        <p>{t('shell.notFoundMeaning')}</p>
      </Message>
    </Frame>
  );
}
