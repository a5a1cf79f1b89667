import type { LoginMethod } from '@myaccount/contract/login';
import { useTranslation } from 'react-i18next';
import classes from './LoginSteps.module.css';

/** The current step of the sign-in: e-mail, then code or link. */
export function LoginSteps({ step }: { step: 'email' | LoginMethod }) {
  const { t } = useTranslation();
  const steps = ['email', step === 'link' ? 'link' : 'code'] as const;
  const texts = { email: t('login.stepEmail'), code: t('login.stepCode'), link: t('login.stepLink') };
  return (
    <ol className={classes.steps} aria-label={t('login.steps')}>
      {steps.map((name, index) => (
        <li key={name} aria-current={name === step ? 'step' : undefined}>
          <span className={classes.number} aria-hidden="true">
            {index + 1}
          </span>
          {texts[name]}
        </li>
      ))}
    </ol>
  );
}
