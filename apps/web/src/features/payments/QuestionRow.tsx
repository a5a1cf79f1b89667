import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { Question } from '../../ui/Question.tsx';
import { LinkButton } from '../../ui/TextLink.tsx';
import classes from './PaymentForm.module.css';

interface QuestionRowProps extends ComponentProps<typeof Question> {
  /** What is chosen; undefined while nothing is, or where all answers must be seen. */
  readonly answer: ReactNode;
}

/**
 * A question as a row with its answer, until the customer opens it, it has an error, or it needs an answer. An open one
 * stays open, so that nothing moves away from the keyboard.
 */
export function QuestionRow({ answer, ...question }: QuestionRowProps) {
  const { t } = useTranslation();
  const part = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && (answer === undefined || question.error)) setIsOpen(true);

  function open(): void {
    flushSync(() => setIsOpen(true));
    const find = (state: string) => part.current?.querySelector<HTMLInputElement>(`input${state}`);
    (find(':checked:enabled') ?? find(':enabled'))?.focus();
  }

  return (
    <div ref={part}>
      {isOpen ? (
        <Question {...question} />
      ) : (
        <div className={classes.answered}>
          <span className={layout.small}>{question.legend}</span>
          <span className={classes.answer}>{answer}</span>
          <LinkButton
            className={layout.target}
            aria-label={`${t('payments.form.change')}: ${question.legend}`}
            onClick={open}
          >
            {t('payments.form.change')}
          </LinkButton>
        </div>
      )}
    </div>
  );
}
