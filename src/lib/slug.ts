/**
 * The slug of a title: lower case, trimmed, white space to hyphens, `&` to `-and-`, other characters than letters,
 * digits, `_` and `-` stripped, repeated hyphens collapsed. Hyphens at the ends go. Empty for a title without any ASCII letter or digit.
 */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/&/g, '-and-')
    .replace(/[^\w-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
}
