import type { ComponentProps } from 'react';
import layout from './layout.module.css';
import classes from './TextLink.module.css';

/** Class of a link among words. */
export const textLink = classes.link ?? '';

/** Class of a link on its own, as high as a target. */
export const targetLink = `${textLink} ${layout.target}`;

/** A link among words, in their size. */
export function TextLink({ className = '', children, ...link }: ComponentProps<'a'>) {
  return (
    <a {...link} className={`${classes.link} ${className}`}>
      {children}
    </a>
  );
}

/** An action among words that looks like a link. */
export function LinkButton({ className = '', ...button }: ComponentProps<'button'>) {
  return <button type="button" {...button} className={`${classes.link} ${className}`} />;
}
