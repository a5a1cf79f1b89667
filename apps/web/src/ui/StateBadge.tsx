import classes from './StateBadge.module.css';

/** What a state means for the customer. The words say it; the color only supports them. */
export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

/** A state in a word or two. */
export function StateBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
