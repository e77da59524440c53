/** Where the navigation leads. Later features add their own line. */
export const sections = [
  { to: '/prompts', label: 'Prompts' },
  { to: '/categories', label: 'Categories' },
  { to: '/tools', label: 'Tools' },
] as const

export type Section = (typeof sections)[number]['to']

/** The section that a page belongs to: a prompt belongs to the prompts, a category to the categories, a tool to the tools. */
export function sectionOf(pathname: string): Section | undefined {
  if (/^\/prompts?(\/|$)/.test(pathname)) return '/prompts'
  if (/^\/categor(y|ies)(\/|$)/.test(pathname)) return '/categories'
  if (/^\/tools(\/|$)/.test(pathname)) return '/tools'
  return undefined
}
