import type { ComponentProps, ReactNode } from 'react';
import classes from './Button.module.css';
import { Spinner } from './Spinner.tsx';

/** How a button looks: the one main action of its part, any other action, one that takes something away, or one among words. */
export interface ButtonLook {
  readonly variant?: 'filled' | 'default' | 'danger' | 'subtle';
  readonly size?: 'sm' | 'md';
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** True while what was pressed runs: a spinner replaces the words. */
  readonly isBusy?: boolean;
  /** True to fill the line. */
  readonly isWide?: boolean;
  readonly icon?: ReactNode;
}

/** Returns the attributes that make a link look like a button. */
export function buttonLook({ variant = 'filled', size = 'sm' }: ButtonLook = {}, className = '') {
  return { className: `${classes.button} ${className}`, 'data-variant': variant, 'data-size': size };
}

/** A button; its words wrap where there is no room for them. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    isBusy = false,
    isWide = false,
    icon,
    className,
    disabled = false,
    children,
    ...button
  } = props;
  return (
    <button
      type="button"
      {...button}
      {...buttonLook({ variant, size }, className)}
      disabled={disabled || isBusy}
      data-busy={isBusy || undefined}
      data-wide={isWide || undefined}
    >
      {icon}
      <span className={classes.label}>{children}</span>
      {isBusy && <Spinner />}
    </button>
  );
}

/** A button that shows an icon alone, as large as a target. */
export function IconButton({
  label,
  className = '',
  ...button
}: ComponentProps<'button'> & { label: string }) {
  return <button type="button" aria-label={label} {...button} className={`${classes.icon} ${className}`} />;
}
