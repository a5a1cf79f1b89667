import { config } from '../../api/config.ts';
import { brandImage } from './brand-image.ts';
import classes from './Logo.module.css';

const { name, logo, logoDark } = config.brand;

/** The provider's logo and name, with the dark logo in the dark scheme if the operator set one. */
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
