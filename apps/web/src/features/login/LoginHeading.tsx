import type { LoginMethod } from '@myaccount/contract/login';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { PageTitle } from '../../ui/PageTitle.tsx';
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
      {hasEnded && (
        <p role="alert" className={classes.ended}>
          {t('login.ended')}
        </p>
      )}
      <LoginSteps step={step} />
    </>
  );
}

const iconSize = 16;

/** The steps of the sign-in, email and then code or link: the one done has a tick, the current one is filled. */
function LoginSteps({ step }: { step: 'email' | LoginMethod }) {
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
              {isDone && <span className={layout.hidden}>{t('login.stepDone')} </span>}
              {texts[name]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
