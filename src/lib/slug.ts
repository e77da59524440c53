/**
 * Makes a slug from a title: in lower case, with `-` for white space and `-and-` for `&`. Only ASCII letters, digits,
 * `_` and single hyphens between them are left. The result may be empty.
 */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/&/g, '-and-')
    .replace(/[^\w-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
}
