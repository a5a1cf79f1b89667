import { useTranslation } from 'react-i18next';
import { CheckIcon } from './icon.tsx';
import layout from './layout.module.css';
import classes from './Steps.module.css';

interface StepsProps {
  /** What the steps lead to, for screen readers. */
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the current step. */
  readonly current: number;
  /** True when the current step, the last one, is done too. */
  readonly isOver?: boolean;
  /** True where they are one beneath the other on a phone. */
  readonly isColumn?: boolean;
}

/** How far something is: the steps that are done have a tick, the current one is filled. */
export function Steps({ label, steps, current, isOver = false, isColumn = false }: StepsProps) {
  const { t } = useTranslation();
  return (
    <ol className={classes.steps} aria-label={label} data-column={isColumn || undefined}>
      {steps.map((step, index) => {
        const isBehind = index < current;
        const isDone = isBehind || isOver;
        return (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            data-done={isDone || undefined}
          >
            <span className={classes.number} aria-hidden="true">
              {isDone ? <CheckIcon size={16} /> : index + 1}
            </span>
            <span>
              {isBehind && <span className={layout.hidden}>{`${t('ui.stepDone')} `}</span>}
              <span>{step}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
