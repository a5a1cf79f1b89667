import { config } from '../../api/config.ts';
import { brandImage } from './brand-image.ts';
import classes from './Logo.module.css';

const { name, logo, logoDark } = config.brand;

/** The provider's mark and name; a mark of its own for the dark scheme where the operator gave one. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <picture>
        {logoDark && <source srcSet={brandImage(logoDark)} media="(prefers-color-scheme: dark)" />}
        <img src={brandImage(logo)} alt="" height={32} />
      </picture>
      <span className={classes.name}>{name}</span>
    </span>
  );
}
