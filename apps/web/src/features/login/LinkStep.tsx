import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { LoginHeading } from './LoginHeading.tsx';
import { MailHelp } from './MailHelp.tsx';
import { ResendMail } from './ResendMail.tsx';
import { onLinkUsed, type SentMail } from './sent-mail.ts';
import { useTimeUntil } from './time-left.ts';

interface LinkStepProps {
  readonly mail: SentMail;
  readonly onBack: () => void;
  readonly onResend: () => Promise<void>;
}

/** Step 2 where the mail contains a link: the visitor goes on in the tab that the link opens (SIGNIN-3). */
export function LinkStep({ mail, onBack, onResend }: LinkStepProps) {
  const { t } = useTranslation();
  const [isUsed, setIsUsed] = useState(false);
  const until = useTimeUntil(mail.expiresAt);

  useEffect(() => onLinkUsed(() => setIsUsed(true)), []);

  return (
    <>
      <LoginHeading step="link" />
      {isUsed ? (
        <Notice tone="good" title={t('login.link.openedTitle')} isFocused>
          <p>{t('login.link.opened')}</p>
        </Notice>
      ) : (
        <div className={layout.stack}>
          <Notice tone="quiet" title={t('login.link.title')} isFocused>
            <p>{t('login.link.sentTo', { email: mail.email })}</p>
            <p>{t('login.link.use', until)}</p>
            <p>{t('login.link.why')}</p>
          </Notice>
          <ResendMail method="link" sentAt={mail.sentAt} onResend={onResend} />
          <MailHelp mail={mail} onBack={onBack} />
        </div>
      )}
    </>
  );
}
