import classes from './EmptyState.module.css';

interface EmptyStateProps {
  readonly text: string;
  /** What will be here, or what the customer can do. */
  readonly hint: string;
}

/** Says that there is nothing to show, and what that means. */
export function EmptyState({ text, hint }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <p>{text}</p>
      <p>{hint}</p>
    </div>
  );
}
