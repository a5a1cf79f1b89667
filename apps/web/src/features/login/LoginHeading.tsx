import type { LoginMethod } from '@myaccount/contract/login';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import notice from '../../ui/Notice.module.css';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Steps } from '../../ui/Steps.tsx';
import classes from './Login.module.css';

interface LoginHeadingProps {
  readonly step: 'email' | LoginMethod;
  readonly hasProblem?: boolean;
  /** True when the server ended the session during use. */
  readonly hasEnded?: boolean;
}

/** The heading of a step. The title of the tab names the step, and says so if something is wrong. */
export function LoginHeading({ step, hasProblem = false, hasEnded = false }: LoginHeadingProps) {
  const { t } = useTranslation();
  const title = t(`login.title.${step}`);
  return (
    <>
      <PageTitle tab={hasProblem ? t('login.title.error', { title }) : title}>
        {step === 'email' ? t('login.welcome', { brand: config.brand.name }) : title}
      </PageTitle>
      <div className={classes.steps}>
        {hasEnded && (
          <p role="alert" className={notice.notice} data-tone="wait">
            {t('login.ended')}
          </p>
        )}
        <Steps
          label={t('login.steps')}
          steps={[t('login.stepEmail'), t(step === 'link' ? 'login.stepLink' : 'login.stepCode')]}
          current={step === 'email' ? 0 : 1}
        />
      </div>
    </>
  );
}
