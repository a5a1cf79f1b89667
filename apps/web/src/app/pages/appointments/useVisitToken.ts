import { useParams } from '@tanstack/react-router';
import { paths } from '../../paths.ts';

/** Returns the token of the address, decoded; empty if it has none. */
export function useVisitToken(): string {
  const { _splat: token = '' } = useParams({ from: paths.visit });
  return token;
}
