import { config } from '../../api/config.ts';
import classes from './Logo.module.css';

const { name, logo, logoDark } = config.brand;

/** Blanks would end an address in a srcset. */
function addressOf(image: string): string {
  return image.startsWith('data:')
    ? image.replaceAll(' ', '%20')
    : `${import.meta.env.BASE_URL}${image.replace(/^\//, '')}`;
}

/** The provider's mark and name; a mark of its own for the dark scheme where the operator gave one. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <picture>
        {logoDark && <source srcSet={addressOf(logoDark)} media="(prefers-color-scheme: dark)" />}
        <img src={addressOf(logo)} alt="" height={32} />
      </picture>
      <span className={classes.name}>{name}</span>
    </span>
  );
}
