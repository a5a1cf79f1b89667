import classes from './Spinner.module.css';

/** A turning ring in place of what is on its way; the words around it say what. */
export function Spinner({ className = '' }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" className={`${classes.spinner} ${className}`} aria-hidden="true">
      <circle cx="16" cy="16" r="13" />
    </svg>
  );
}
