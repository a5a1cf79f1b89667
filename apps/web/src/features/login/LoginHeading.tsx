import type { LoginMethod } from '@myaccount/contract/login';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { LoginSteps } from './LoginSteps.tsx';

interface LoginHeadingProps {
  readonly step: 'email' | LoginMethod;
  readonly hasProblem?: boolean;
  /** Shown below the heading. */
  readonly children?: ReactNode;
}

/** The heading of a step. The title of the tab names the step, and says so if something is wrong. */
export function LoginHeading({ step, hasProblem = false, children }: LoginHeadingProps) {
  const { t } = useTranslation();
  const title = t(`login.title.${step}`);
  return (
    <>
      <PageTitle tab={hasProblem ? t('login.title.error', { title }) : title}>
        {step === 'email' ? t('login.welcome', { brand: config.brand.name }) : title}
      </PageTitle>
      {children}
      <LoginSteps step={step} />
    </>
  );
}
