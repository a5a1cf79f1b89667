import type { LoginMethod } from '@myaccount/contract/login';
import { useTranslation } from 'react-i18next';
import { CheckIcon } from '../../ui/icons.tsx';
import classes from './LoginSteps.module.css';

const iconSize = 16;

/** The steps of the sign-in, email and then code or link: the one done has a tick, the current one is filled. */
export function LoginSteps({ step }: { step: 'email' | LoginMethod }) {
  const { t } = useTranslation();
  const steps = ['email', step === 'link' ? 'link' : 'code'] as const;
  const texts = { email: t('login.stepEmail'), code: t('login.stepCode'), link: t('login.stepLink') };
  const current = steps.indexOf(step);
  return (
    <ol className={classes.steps} aria-label={t('login.steps')}>
      {steps.map((name, index) => {
        const isDone = index < current;
        return (
          <li key={name} aria-current={name === step ? 'step' : undefined} data-done={isDone || undefined}>
            <span className={classes.number} aria-hidden="true">
              {isDone ? <CheckIcon size={iconSize} /> : index + 1}
            </span>
            <span>
              {isDone && <span className={classes.spoken}>{t('login.stepDone')} </span>}
              {texts[name]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
