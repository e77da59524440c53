/**
 * The slug of a title: lower case, trimmed, white space to hyphens,
 * `&` to `-and-`, other characters than letters, digits, `_` and `-` removed, repeated hyphens collapsed, hyphens at the
 * ends removed. Empty for a title without ASCII letters and digits.
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
