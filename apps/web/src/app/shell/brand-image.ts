/** Address of an image of the brand: a path below the portal's base, or a data: URL without the blanks that would end it in a srcset. */
export function brandImage(image: string): string {
  return image.startsWith('data:')
    ? image.replaceAll(' ', '%20')
    : `${import.meta.env.BASE_URL}${image.replace(/^\//, '')}`;
}
