import { type ReactNode, useId } from 'react';
import { Money } from './Money.tsx';
import classes from './Summary.module.css';

/** One part of the total. */
export interface SummaryLine {
  readonly key: string;
  readonly label: ReactNode;
  /** Below the label: a due date, or what the amount is a part of. */
  readonly note?: ReactNode;
  /** The note tells of something that is late. */
  readonly isLate?: boolean;
  readonly cents: number;
}

interface SummaryProps {
  readonly title: string;
  /** What is not an amount: address, method. */
  readonly facts: readonly { readonly term: string; readonly value: ReactNode }[];
  /** Name of the list of lines, for screen readers. */
  readonly linesLabel: string;
  readonly lines: readonly SummaryLine[];
  /** Left out while there is no amount. */
  readonly total?: { readonly label: string; readonly cents: number } | undefined;
  /** What is true afterward: each sentence on a line of its own. */
  readonly outcome?: readonly string[];
}

/** What a form is about to do, beside its questions: facts, lines that add up, the total, and what is left. */
export function Summary({ title, facts, linesLabel, lines, total, outcome = [] }: SummaryProps) {
  const titleId = useId();
  return (
    <section className={classes.summary} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      <dl className={classes.facts}>
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lines.length > 0 && (
        <ul className={classes.lines} aria-label={linesLabel}>
          {lines.map(({ key, label, note, isLate, cents }) => (
            <li key={key} className={classes.line}>
              <span className={classes.label}>
                {label}
                {note && <span className={isLate ? classes.late : classes.note}>{note}</span>}
              </span>
              <Money cents={cents} />
            </li>
          ))}
        </ul>
      )}
      {total && (
        <p className={classes.total}>
          <span>{total.label}</span> <Money cents={total.cents} />
        </p>
      )}
      {outcome.map((sentence) => (
        <p key={sentence} className={classes.outcome}>
          {sentence}
        </p>
      ))}
    </section>
  );
}
