import { useTranslation } from 'react-i18next';
import classes from './LoginSteps.module.css';

const steps = ['email', 'code'] as const;

/** The current step of the sign-in: e-mail, then code. */
export function LoginSteps({ step }: { step: (typeof steps)[number] }) {
  const { t } = useTranslation();
  return (
    <ol className={classes.steps} aria-label={t('login.steps')}>
      {steps.map((name, index) => (
        <li key={name} aria-current={name === step ? 'step' : undefined}>
          <span className={classes.number} aria-hidden="true">
            {index + 1}
          </span>
          {name === 'email' ? t('login.stepEmail') : t('login.stepCode')}
        </li>
      ))}
    </ol>
  );
}
