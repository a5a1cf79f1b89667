import { useTranslation } from 'react-i18next';
import { ProblemState } from '../../ui/ProblemState.tsx';

interface MethodsProblemProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In place of what needs the saved methods, when they did not load (METHODS-1). */
export function MethodsProblem({ error, onRetry }: MethodsProblemProps) {
  const { t } = useTranslation();
  return (
    <ProblemState
      text={t('payment-methods.failed')}
      error={error}
      onRetry={onRetry}
      retryLabel={t('payment-methods.tryAgain')}
    />
  );
}
