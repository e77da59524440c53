/**
 * The slug of a title: trimmed, in lower case, with hyphens for white space and `-and-` for `&`. Removes characters
 * other than ASCII letters, digits, `_` and `-`, repeated hyphens, and hyphens at the ends. May be empty.
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
