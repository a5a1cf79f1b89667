/** Returns the URL of a brand image: a path below the portal's base, or a data: URL whose spaces are encoded for `srcset`. */
export function brandImage(image: string): string {
  return image.startsWith('data:')
    ? image.replaceAll(' ', '%20')
    : `${import.meta.env.BASE_URL}${image.replace(/^\//, '')}`;
}
